// An MCP server with one tool, which leaves what it is given in a file. It runs in a sandbox, by Node alone:
// node server.mjs FILE TOOL, where TOOL is the tool as JSON, as MCP lists it.
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , file, listed] = process.argv;
const tool = JSON.parse(listed);
const { required, properties } = tool.inputSchema;

const flawIn = (given) => {
  const wrong = Object.entries(properties).find(([field, { enum: values }]) => {
    const value = given[field];
    if (value === undefined) return required.includes(field);
    return typeof value !== "string" || (values !== undefined && !values.includes(value));
  });
  return (
    wrong && `${wrong[0]}: expected ${wrong[1].enum?.join(", ") ?? "text"}, found ${JSON.stringify(given[wrong[0]])}`
  );
};

const said = (text, isError = false) => ({ content: [{ type: "text", text }], isError });

const answers = {
  initialize: ({ protocolVersion }) => ({
    ...{ protocolVersion, capabilities: { tools: {} } },
    serverInfo: { name: "answer", version: "1" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": ({ name, arguments: given = {} }) => {
    if (name !== tool.name) return said(`no tool ${name}`, true);
    const flaw = flawIn(given);
    if (flaw !== undefined) return said(flaw, true);
    const kept = Object.keys(properties).filter((field) => given[field] !== undefined);
    const answer = Object.fromEntries(kept.map((field) => [field, given[field].slice(0, properties[field].maxLength)]));
    writeFileSync(file, JSON.stringify(answer));
    return said("It is noted. There is nothing more to do.");
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answers[method]?.(params);
  const error = { code: -32601, message: "no such method" };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
}
