import { type Json, list } from "./json.ts";
import type { Family } from "./model.ts";

/**
 * A provider's own tools search the web, fetch pages and run programs elsewhere: through them an agent would leave its
 * sandbox by way of its model. What would make a provider reach out is named here; nothing if all is the agent's own.
 */
export function reachesOut(family: Family, body: Json): string | undefined {
  return looks[family](body);
}

const looks: Readonly<Record<Family, (body: Json) => string | undefined>> = {
  anthropic(body) {
    if (body.mcp_servers !== undefined) return "mcp_servers of the provider";
    const own = /^(custom|bash_\d+|text_editor_\d+|computer_\d+|memory_\d+)$/;
    const hosted = list(body.tools).find(({ type }) => type !== undefined && !own.test(String(type)));
    if (hosted) return `the provider's tool ${named(hosted.type)}`;
    const blocks = list(body.messages).flatMap(({ content }) => list(content));
    const all = [...blocks, ...blocks.flatMap(({ content }) => list(content))];
    return all.some(({ source }) => (source as Json | undefined)?.type === "url") ? "content by address" : undefined;
  },
  openai(body) {
    for (const field of ["web_search_options", "plugins"]) if (body[field] !== undefined) return field;
    const own = ["function", "custom", "local_shell", "apply_patch", "namespace", "tool_search"];
    const hosted = allTools(body).find(({ type }) => !own.includes(String(type)));
    if (hosted) return `the provider's tool ${named(hosted.type)}`;
    if (/:online$/.test(String(body.model))) return "a model that searches the web";
    const parts = [...list(body.messages), ...list(body.input)].flatMap(({ content, output }) => [
      ...list(content),
      ...list(output),
    ]);
    return parts.some(isByAddress) ? "content by address" : undefined;
  },
  google(body) {
    const own = ["functionDeclarations", "function_declarations"];
    const hosted = list(body.tools)
      .flatMap((tool) => Object.keys(tool))
      .find((key) => !own.includes(key));
    if (hosted) return `the provider's tool ${named(hosted)}`;
    const parts = list(body.contents).flatMap((content) => list(content.parts));
    return parts.some((part) => part.fileData ?? part.file_data) ? "content by address" : undefined;
  },
};

/** Some are in groups, and some come later, in the conversation itself. */
function allTools(body: Json): readonly Json[] {
  const outer = [body, ...list(body.input)].flatMap(({ tools }) => list(tools));
  const inner = outer.flatMap(({ tools }) => list(tools)).filter(({ type }) => type !== undefined);
  return [...outer, ...inner];
}

function isByAddress({ image_url: image, file_url: file }: Json): boolean {
  if (file !== undefined) return true;
  const url = typeof image === "string" ? image : (image as Json | undefined)?.url;
  return url !== undefined && !String(url).startsWith("data:");
}

const named = (value: unknown) => JSON.stringify(String(value).slice(0, 60));
