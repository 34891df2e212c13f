// What a prescription over MCP costs an agent: `node perf/mcp-prescribe.ts [CALLS]`. A real client asks the real server,
// over stdio and over HTTP. Beside each is a call of a tool that has nothing to do, in the same connection and in turn
// with it, and one bare write with its sync on the same disk.
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { start } from "../src/process/index.ts";
import { line, middle, runsFrom } from "./measure.ts";

const calls = runsFrom(process.argv.slice(2), 200);
const folder = await mkdtemp(join(tmpdir(), "airworthy-perf-mcp-"));
const program = fileURLToPath(new URL("../bin/airworthy.cjs", import.meta.url));
const token = "perf-perf-perf-perf";
const env = {
  PATH: process.env.PATH ?? "",
  HOME: folder,
  AIRWORTHY_LOG: join(folder, "log"),
  AIRWORTHY_KEYS: join(folder, "keys"),
  AIRWORTHY_RECORDER: "none",
  AIRWORTHY_MCP_TOKEN: token,
};
const prescription = {
  name: "prescribe",
  arguments: { command: ["kubectl", "-n", "shop", "rollout", "restart", "deployment/web"], intent: "measure" },
};
/** An id that no entry has: the way there and back, and one look into the index. */
const empty = { name: "entry", arguments: { id: "nothing" } };

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function measure(title: string, transport: Transport): Promise<void> {
  const client = new Client({ name: "perf", version: "1" });
  await client.connect(transport);
  await using file = await open(join(folder, "bare"), "a");
  const bytes = Buffer.alloc(1_500, "x");
  for (let warm = 0; warm < 10; warm += 1) await client.callTool(prescription);
  const [ours, floor, disk]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < calls; round += 1) {
    floor.push(await milliseconds(() => client.callTool(empty)));
    ours.push(await milliseconds(() => client.callTool(prescription)));
    disk.push(await milliseconds(() => file.write(bytes).then(() => file.sync())));
  }
  await client.close();
  const nothing = middle(floor);
  console.log(line(`${title}, a call with nothing to do`, nothing, "ms"));
  console.log(line(`${title}, prescribe`, middle(ours), "ms", { name: "that", value: nothing }));
  console.log(line("a bare write with sync, meanwhile", middle(disk), "ms"));
}

try {
  await measure("stdio", new StdioClientTransport({ command: process.execPath, args: [program, "mcp"], env }));
  const server = ["mcp", "--http", "0"];
  await using child = await start(process.execPath, [program, ...server], { env, stdio: ["ignore", "ignore", "pipe"] });
  if (child.raw.stderr === null) throw new Error("no standard error");
  const [told] = (await once(createInterface(child.raw.stderr), "line")) as [string];
  const url = new URL(/http\S+?(?=;)/.exec(told)?.[0] ?? "");
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await measure("HTTP", new StreamableHTTPClientTransport(url, { requestInit }));
} finally {
  await rm(folder, { recursive: true, force: true });
}
