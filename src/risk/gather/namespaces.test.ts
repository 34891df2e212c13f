import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { usual } from "./limits.ts";
import { readLabels } from "./namespaces.ts";

const hasKubectl = (() => {
  try {
    execFileSync("kubectl", ["version", "--client"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

const namespace = (name: string) => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name, labels: { env: `${name}-env` } },
});
const known = ["a", "b", "c", "d", "e"];
const asked: string[] = [];
let server: Server;
let directory = "";
/** Never answers: a cluster that hangs. */
let silent = false;

before(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://here");
    if (pathname.startsWith("/api/")) asked.push(pathname);
    if (silent) return;
    const name = pathname.split("/")[4];
    response.setHeader("content-type", "application/json");
    if (pathname === "/api/v1/namespaces")
      return response.end(JSON.stringify({ kind: "NamespaceList", items: known.map(namespace) }));
    if (name !== undefined && known.includes(name)) return response.end(JSON.stringify(namespace(name)));
    response.statusCode = 404;
    return response.end(JSON.stringify({ kind: "Status", status: "Failure", reason: "NotFound", code: 404 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  directory = await mkdtemp(join(tmpdir(), "airworthy-labels-"));
  const config = `apiVersion: v1
kind: Config
current-context: here
contexts: [{name: here, context: {cluster: here, user: jo}}]
clusters: [{name: here, cluster: {server: "http://127.0.0.1:${port}"}}]
users: [{name: jo, user: {}}]
`;
  await writeFile(join(directory, "config"), config);
});

after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true, force: true });
});

function labels(namespaces: readonly string[], clusterMs = 30_000) {
  const places = { environment: { PATH: process.env.PATH, HOME: directory }, directory };
  const want = { ask: "namespace-labels", namespaces, kubeconfig: join(directory, "config") } as const;
  return readLabels(want, places, { ...usual, clusterMs }, AbortSignal.timeout(60_000));
}

test("A few namespaces are asked for by name, and only they.", { skip: !hasKubectl }, async () => {
  assert.deepEqual((await labels(["a", "gone"])).labels, { a: { env: "a-env" } });
  assert.deepEqual(asked.sort(), ["/api/v1/namespaces/a", "/api/v1/namespaces/gone"]);
});

test("Many are read as one list.", { skip: !hasKubectl }, async () => {
  assert.deepEqual(Object.keys((await labels(["a", "b", "c", "d", "x"])).labels ?? {}), ["a", "b", "c", "d"]);
});

test("A cluster that does not answer in time is left alone.", { skip: !hasKubectl }, async () => {
  silent = true;
  assert.equal((await labels(["a"], 300)).missing, "the cluster did not say");
});
