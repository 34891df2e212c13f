import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Person } from "../hooks/stage.ts";

const program = fileURLToPath(new URL("../../bin/airworthy.cjs", import.meta.url));

/** Before 2026 a connection began with a handshake; since then every request stands for itself. Agents speak either. */
export type Era = "legacy" | "modern";

function newClient(era: Era, name = "tester"): Client {
  const mode = era === "legacy" ? "legacy" : { pin: "2026-07-28" };
  return new Client({ name, version: "1.2.3" }, { versionNegotiation: { mode }, capabilities: { sampling: {} } });
}

export interface Connected extends AsyncDisposable {
  readonly client: Client;
}

/** A client that starts `airworthy …` and speaks to it over its streams. */
export async function overStdio(who: Person, args: readonly string[], era: Era, name?: string): Promise<Connected> {
  const client = newClient(era, name);
  const env = who.environment as Record<string, string>;
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, ...args], env, cwd: who.directory }),
  );
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

export async function overHttp(
  url: string,
  token: string,
  era: Era,
  headers: Record<string, string> = {},
): Promise<Connected> {
  const client = newClient(era);
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return { client, [Symbol.asyncDispose]: () => client.close() };
}
