import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { run } from "../../../process/index.ts";
import type { PodAddress } from "./agent.ts";
import { parseRequest, pluginScript, serveAnnouncements } from "./cni.ts";
import { NetworkPolicyProblem } from "./problem.ts";

const ARGS = "IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=web;K8S_POD_INFRA_CONTAINER_ID=f00;K8S_POD_UID=u-1";
const prevResult = {
  cniVersion: "0.4.0",
  interfaces: [{ name: "eth0" }],
  ips: [{ version: "4", address: "10.244.1.7/24", gateway: "10.244.1.1" }],
};
const CONFIGURATION = JSON.stringify(
  { cniVersion: "0.4.0", name: "pods", type: "airworthy-policy", prevResult },
  null,
  2,
);

async function plugin(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "it's a socket "));
  t.after(() => rm(directory, { recursive: true }));
  const socketPath = join(directory, "s");
  const file = join(directory, "airworthy-policy");
  await writeFile(file, pluginScript(socketPath), { mode: 0o755 });
  const call = (command: string) =>
    run(file, [], {
      env: { PATH: process.env.PATH, CNI_COMMAND: command, CNI_ARGS: ARGS },
      input: CONFIGURATION,
      allowFailure: true,
    });
  return { socketPath, call };
}

async function served(t: TestContext, socketPath: string, announce: (address: PodAddress) => Promise<void>) {
  const over = new AbortController();
  t.after(() => over.abort());
  await serveAnnouncements({ socketPath, enforcement: { announce }, signal: over.signal, report: () => {} });
}

test("The plugin announces the pod's address and passes on the result of the plugin before it.", async (t) => {
  const { socketPath, call } = await plugin(t);
  const told: PodAddress[] = [];
  await served(t, socketPath, async (address) => void told.push(address));
  const exit = await call("ADD");
  assert.equal(exit.code, 0, exit.stdout);
  assert.deepEqual(JSON.parse(exit.stdout), prevResult);
  assert.deepEqual(told, [{ namespace: "shop", name: "web", uid: "u-1", ip: "10.244.1.7" }]);
});

test("A pod that cannot be guarded does not start, and the runtime hears why.", async (t) => {
  const { socketPath, call } = await plugin(t);
  await served(t, socketPath, async () => {
    throw new NetworkPolicyProblem("UNKNOWN_POD", "pod shop/web: not there");
  });
  const exit = await call("ADD");
  assert.equal(exit.code, 1);
  assert.deepEqual(JSON.parse(exit.stdout), { cniVersion: "1.0.0", code: 11, msg: "pod shop/web: not there" });
});

test("Without an agent a pod does not start, but it can be removed.", async (t) => {
  const { call } = await plugin(t);
  const exit = await call("ADD");
  assert.equal(exit.code, 1);
  assert.deepEqual(JSON.parse(exit.stdout), {
    cniVersion: "1.0.0",
    code: 11,
    msg: "the network policy agent does not answer",
  });
  assert.equal((await call("DEL")).code, 0);
  assert.ok(JSON.parse((await call("VERSION")).stdout).supportedVersions.includes("0.4.0"));
});

test("A request without pod or address is refused.", () => {
  assert.throws(() => parseRequest(`K8S_POD_NAME=web\n${CONFIGURATION}`), { code: "BAD_REQUEST" });
  assert.throws(() => parseRequest(`${ARGS}\n{"prevResult":{"ips":[{"address":"fd00::2/64"}]}}`), {
    code: "BAD_REQUEST",
  });
});
