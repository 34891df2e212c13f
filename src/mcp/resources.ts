import { ResourceNotFoundError, ResourceTemplate, type ServerContext } from "@modelcontextprotocol/server";
import type { Registrar } from "./tools/registrar.ts";

const entryUri = "airworthy://entry/{id}";
const newestShown = 20;

/** What is on record, as resources: any entry, and the newest ones as a list. */
export function registerResources({ server, desk, caller }: Registrar): void {
  const newest = async (context: ServerContext) => {
    const found = await desk.use(caller(context), (recorder) => recorder.pending({}));
    return found.slice(-newestShown);
  };
  server.registerResource(
    "entry",
    new ResourceTemplate(entryUri, {
      list: async (context) => ({
        resources: (await newest(context)).map(({ id, tool, operation }) => ({
          uri: entryUri.replace("{id}", id),
          name: `${tool} ${operation}, not yet reported`,
          mimeType: "application/json",
        })),
      }),
    }),
    { title: "An entry of the evidence log", mimeType: "application/json" },
    async (uri, { id }, context) => {
      const found = await desk.use(caller(context), (recorder) => recorder.entry(String(id)));
      if (!found) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify(found) }] };
    },
  );
  server.registerResource(
    "checkpoint",
    "airworthy://log/checkpoint",
    {
      title: "A signed checkpoint of the log",
      description: "Keep it elsewhere: with it anybody can tell later that nothing was taken out of the log.",
      mimeType: "text/plain",
    },
    async (uri, context) => {
      const text = await desk.use(caller(context), (recorder) => recorder.checkpoint());
      return { contents: [{ uri: uri.href, mimeType: "text/plain", text }] };
    },
  );
}
