import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { applications, variantOf } from "../../applications/index.ts";
import { faults } from "../../faults/index.ts";
import { harborPlan } from "../harbor/plan.ts";
import { loadDataset } from "../load/dataset.ts";
import { digestOf } from "../load/files.ts";
import { loadTask } from "../load/load.ts";
import { planOf } from "../plan.ts";
import { simpleTask } from "../simple.ts";
import { directoryOf } from "../testing/directory.ts";
import { exportHarbor } from "./export.ts";
import { packImage, publicImages } from "./images.ts";
import { jsonPath, printed, word } from "./shell.ts";

const { tasks } = await loadDataset("datasets/kubernetes-core");
const options = { app: { "server.py": "print()\n" }, rights: () => ({ namespaces: {}, cluster: [] }) };
const bytes = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));

for (const task of tasks) {
  test(`${task.name} is exported to the same bytes for the same seed, as scripts that sh can read.`, () => {
    const [first, again, other] = ["1", "1", "2"].map((seed) => exportHarbor(task, { ...options, seed }));
    assert.ok(first && again && other);
    assert.equal(digestOf(bytes(first)), digestOf(bytes(again)));
    assert.notEqual(digestOf(bytes(first)), digestOf(bytes(other)));
    for (const [path, text] of Object.entries(first).filter(([, each]) => each.startsWith("#!"))) {
      const shell = text.startsWith("#!/bin/sh") ? "sh" : "bash";
      assert.doesNotThrow(() => execFileSync(shell, ["-n"], { input: text, stdio: ["pipe", "pipe", "pipe"] }), path);
    }
  });
}

test("An exported task is read again, and can be run by ourselves with the same nodes, names and limits.", async (t) => {
  const [task] = tasks.filter(({ name }) => name.endsWith("empty-the-machine"));
  assert.ok(task);
  const loaded = await loadTask(await directoryOf(t, exportHarbor(task, { ...options, seed: "1" })));
  assert.deepEqual([loaded.own, loaded.remarks], [undefined, []]);
  const { plan, refusals } = harborPlan(loaded);
  assert.deepEqual(refusals, undefined);
  assert.deepEqual(
    plan?.cluster.nodes.map(({ name, taints }) => [name, taints?.map(({ key, effect }) => `${key} ${effect}`)]),
    [
      ["node-1", undefined],
      ["node-2", ["reserved NoSchedule"]],
    ],
  );
  assert.deepEqual(plan?.bootstrap?.command, ["set-the-scene"]);
  assert.equal(plan?.bootstrap?.adminKubeconfig, "/admin-kube/admin.yaml");
  assert.equal(plan?.main.directory, "/workspace");
  assert.equal(plan?.steps[0]?.seconds.agent, 600);
  assert.equal(plan?.steps[0]?.instruction, planOf(task.own as NonNullable<typeof task.own>, "1").instruction);
});

test("Every fault can be exported on a part that it fits.", () => {
  const [sample] = tasks;
  assert.ok(sample);
  for (const fault of faults) {
    const places = applications.flatMap((application) =>
      Object.values(application.build(variantOf("any")).parts)
        .filter((part) => fault.obstacle(part) === undefined)
        .map(({ role }) => ({ application: application.name, on: role })),
    );
    const [{ application, on } = { application: "", on: "" }] = places;
    const faultsOf = [{ name: fault.name, on }];
    const own = simpleTask({ name: "any", application, faults: faultsOf, instruction: "x", solution: "true\n" });
    const files = exportHarbor({ ...sample, own }, { ...options, seed: "1" });
    const script = files["environment/scripts/set-the-scene"] ?? "";
    assert.doesNotMatch(script, /undefined/, fault.name);
    assert.doesNotThrow(
      () => execFileSync("bash", ["-n"], { input: script, stdio: ["pipe", "pipe", "pipe"] }),
      fault.name,
    );
  }
});

test("A task that is Harbor's already is not exported.", async () => {
  const foreign = await loadTask("test/task/fixtures/night-desk");
  assert.throws(() => exportHarbor(foreign, { ...options, seed: "1" }), { code: "BAD_TASK" });
});

test("Public images run like the recipes whose place they take.", () => {
  for (const [name, { config }] of Object.entries(publicImages)) {
    const recipe = parse(readFileSync(`images/${name}/recipe.yaml`, "utf8"));
    assert.deepEqual(
      [config.Entrypoint, config.Cmd, config.WorkingDir, config.User],
      [recipe.entrypoint, recipe.cmd, recipe.workdir, recipe.user],
      name,
    );
  }
});

test("A tree is packed as an image: manifest, configuration, and one layer with its digest.", async (t) => {
  const directory = await directoryOf(t, { "root/etc/motd": "hello\n", "pack-image": packImage });
  mkdirSync(join(directory, "images"));
  const to = join(directory, "images/x.tar");
  const config = '{"Cmd":["it\'s"]}';
  execFileSync("sh", [join(directory, "pack-image"), join(directory, "root"), "airworthy.local/x:latest", to, config]);
  const inside = (name: string) => execFileSync("tar", ["-xOf", to, name]);
  const layer = inside("layer.tar");
  assert.deepEqual(JSON.parse(inside("manifest.json").toString()), [
    { Config: "config.json", RepoTags: ["airworthy.local/x:latest"], Layers: ["layer.tar"] },
  ]);
  const made = JSON.parse(inside("config.json").toString());
  assert.deepEqual(made.config, { Cmd: ["it's"] });
  assert.deepEqual(made.rootfs.diff_ids, [`sha256:${createHash("sha256").update(layer).digest("hex")}`]);
  writeFileSync(join(directory, "layer.tar"), layer);
  assert.equal(execFileSync("tar", ["-xOf", join(directory, "layer.tar"), "./etc/motd"]).toString(), "hello\n");
});

for (const text of ["plain", "two words", "it's", '"', "$(x)", "a\nb", "*"]) {
  test(`sh reads ${JSON.stringify(text)} as the one word that it is.`, () => {
    const read = execFileSync("sh", ["-c", `printf %s ${word(text)}`]).toString();
    assert.equal(read, text);
  });
}

test("Paths and values are written as kubectl writes and reads them.", () => {
  assert.equal(jsonPath("spec.containers[name=main].image"), '{.spec.containers[?(@.name=="main")].image}');
  assert.equal(jsonPath("data.a"), "{.data.a}");
  assert.equal(printed("x"), "x");
  assert.equal(printed(undefined), "");
  assert.equal(printed({ b: [true], a: 1 }), '{"a":1,"b":[true]}');
});
