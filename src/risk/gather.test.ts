import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { gather } from "./gather.ts";
import type { Answer } from "./model.ts";
import { brief } from "./testing/looked.ts";
import { understand } from "./understand.ts";

let directory = "";
const pod = (name: string) => `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"${name}"}}`;
const kubeconfig = `apiVersion: v1
kind: Config
current-context: lab
contexts:
- {name: lab, context: {cluster: lab-1, namespace: shop, user: robot}}
- {name: live, context: {cluster: prod-eu, user: robot}}
clusters:
- {name: lab-1, cluster: {server: "https://jo:hunter2@127.0.0.1:1"}}
- {name: prod-eu, cluster: {server: "https://127.0.0.1:2"}}
users:
- {name: robot, user: {token: hunter2, client-key-data: hunter2}}
`;

async function write(name: string, text: string | Uint8Array): Promise<void> {
  const path = join(directory, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

before(async () => {
  directory = await mkdtemp(join(tmpdir(), "airworthy-risk-"));
  await write("home/.kube/config", kubeconfig);
  await write("pod.json", pod("p"));
  await write("many/b.yaml", pod("b"));
  await write("many/a.yml", pod("a"));
  await write("many/deep/c.json", pod("c"));
  await write("many/notes.txt", "not a manifest");
  await write("overlay/kustomization.yaml", "resources: [pod.yaml]\nnamePrefix: x-\n");
  await write("overlay/pod.yaml", pod("p"));
  await write("deploy.sh", '#!/bin/sh\ncd "$1" && kubectl delete -f b.yaml\n');
  await write("large.yaml", Buffer.alloc(9 * 1024 * 1024, "#"));
});
after(() => rm(directory, { recursive: true, force: true }));

const environment = () => ({ PATH: process.env.PATH, HOME: join(directory, "home"), NS: "shop", API_TOKEN: "hunter2" });
const gathered = (shell: string, more = {}) =>
  gather({ shell, directory, environment: environment(), ...more }, { limits: { clusterMs: 1 } });
const targets = async (shell: string) => (await understand(await gathered(shell))).targets.map(brief);
const asked = (answers: readonly Answer[]) => answers.map(({ want }) => want.ask);

test("Files, folders and scripts are read as far as the command needs them.", async () => {
  assert.deepEqual(await targets("kubectl apply -f pod.json"), ["apply Pod/p in shop"]);
  assert.deepEqual(await targets("kubectl apply -f many"), ["apply Pod/a in shop", "apply Pod/b in shop"]);
  assert.deepEqual(await targets("kubectl apply -R -f many/"), [
    "apply Pod/a in shop",
    "apply Pod/b in shop",
    "apply Pod/c in shop",
  ]);
  assert.deepEqual(await targets("sh deploy.sh many"), ["delete Pod/b in shop"]);
  assert.deepEqual(await targets("kubectl delete pod $NS"), ["delete Pod/shop in shop"]);
});

test("What a command only prints is not read.", async () => {
  const { answers } = await gathered("cat pod.json home/.kube/config; grep x pod.json | wc -l");
  assert.deepEqual(asked(answers), []);
});

test("The materials survive JSON, and mean the same afterwards.", async () => {
  const materials = await gathered("kubectl apply -f pod.json -f many; kubectl config use-context live");
  const copy = JSON.parse(JSON.stringify(materials));
  assert.deepEqual(copy, materials);
  assert.deepEqual(await understand(copy), await understand(materials));
});

test("The context tells where it is, and nothing of the credentials beside it.", async () => {
  const materials = await gathered("kubectl delete pod x");
  const { scopeHints } = await understand(materials);
  assert.deepEqual(scopeHints.contexts, ["lab"]);
  assert.deepEqual(scopeHints.clusters, ["lab-1"]);
  assert.deepEqual(scopeHints.servers, ["https://127.0.0.1:1"]);
  assert.deepEqual(scopeHints.namespaces, ["shop"]);
  const other = await understand(await gathered("kubectl --context live delete pod x"));
  assert.deepEqual([other.scopeHints.clusters, other.scopeHints.namespaces], [["prod-eu"], ["default"]]);
  assert.doesNotMatch(JSON.stringify(materials), /hunter2/);
});

test("Several kubeconfigs are one, the first of equal names counting.", async () => {
  await write(
    "more.yaml",
    "current-context: lab\ncontexts: [{name: lab, context: {cluster: lab-1, namespace: first}}]\n",
  );
  const config = `${join(directory, "more.yaml")}:${join(directory, "home/.kube/config")}`;
  const { scopeHints } = await understand(
    await gathered("kubectl delete pod x", { environment: { ...environment(), KUBECONFIG: config } }),
  );
  assert.deepEqual([scopeHints.namespaces, scopeHints.servers], [["first"], ["https://127.0.0.1:1"]]);
});

test("A variable whose name is that of a secret is not read.", async () => {
  const materials = await gathered('kubectl delete pod "$API_TOKEN"');
  assert.doesNotMatch(JSON.stringify(materials), /hunter2/);
  assert.deepEqual((await understand(materials)).targets.map(brief), ["delete Pod/* in shop"]);
});

test("What is too large, not there, or no plain file is left alone, and that is said.", async () => {
  await symlink("/dev/zero", join(directory, "endless.yaml"));
  const unknown = async (line: string) => (await understand(await gathered(line))).unknown.join("\n");
  assert.match(await unknown("kubectl apply -f large.yaml"), /large\.yaml: it has \d+ bytes, more than/);
  assert.match(await unknown("kubectl apply -f gone.yaml"), /gone\.yaml: no such file/);
  assert.match(await unknown("kubectl apply -f endless.yaml"), /endless\.yaml: it is not a plain file/);
});

test("Documents that come with the proposal stand in for files that are not here.", async () => {
  const documents = [{ name: "elsewhere.json", bytes: Buffer.from(pod("given")) }];
  const materials = await gathered("kubectl apply -f elsewhere.json", { documents });
  assert.deepEqual((await understand(materials)).targets.map(brief), ["apply Pod/given in shop"]);
});

test("A file that is here is believed before a document of its name.", async () => {
  const documents = [{ name: "pod.json", bytes: Buffer.from(pod("harmless")) }];
  const materials = await gathered("kubectl apply -f pod.json", { documents });
  assert.deepEqual((await understand(materials)).targets.map(brief), ["apply Pod/p in shop"]);
});

test("Kustomizations are rendered by kubectl itself.", async (context) => {
  try {
    execFileSync("kubectl", ["version", "--client"], { stdio: "ignore" });
  } catch {
    return context.skip("kubectl is not here");
  }
  assert.deepEqual(await targets("kubectl apply -k overlay"), ["apply Pod/x-p in shop"]);
  assert.deepEqual(await targets("kustomize build overlay | kubectl delete -f -"), ["delete Pod/x-p in shop"]);
});

test("A program that renders is never taken from the path in the command, nor from a relative one.", async () => {
  await write("bin/kubectl", '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n');
  execFileSync("chmod", ["+x", join(directory, "bin/kubectl")]);
  const proposal = {
    shell: "./bin/kubectl apply -k overlay",
    directory,
    environment: { ...environment(), PATH: "bin:." },
  };
  assert.match((await understand(await gather(proposal))).unknown.join("\n"), /kubectl is not here/);
  assert.throws(() => execFileSync("ls", [join(directory, "bin/ran")], { stdio: "ignore" }));
});

test("Nothing is asked for that the command does not need, and everything at most once.", async () => {
  const { answers } = await gathered("kubectl apply -f pod.json; kubectl apply -f pod.json; ls");
  const keys = answers.map(({ want }) => JSON.stringify(want));
  assert.equal(new Set(keys).size, keys.length);
  assert.deepEqual(new Set(asked(answers)), new Set(["file", "variable", "kubernetes-context", "namespace-labels"]));
});
