import assert from "node:assert/strict";
import { test } from "node:test";
import { combined, harborPlan, isEnough, loadDataset, loadTask, type Room, rewardsIn } from "../../src/task/index.ts";

const fixture = (name: string) => loadTask(`test/task/fixtures/${name}`);
const modes = ({ files }: Room) => Object.fromEntries(files.map(({ path, mode }) => [path, mode.toString(8)]).sort());

test("A directory of tasks is a dataset without a list: its name is the directory's.", async () => {
  const { name, tasks, remarks } = await loadDataset("test/task/fixtures");
  assert.equal(name, "fixtures");
  assert.deepEqual(tasks.map((task) => task.name).slice(0, 3), [
    "samples/in-two-parts",
    "samples/night-desk",
    "tidy-shelf",
  ]);
  assert.deepEqual(remarks, []);
});

test("A compose file with k3s becomes a local cluster, its bootstrap and its main become rooms with their files.", async () => {
  const { plan } = harborPlan(await fixture("night-desk"));
  assert.deepEqual(plan?.cluster, { profile: "k3s", nodes: [{ name: "k3s" }], addons: [] });
  assert.deepEqual(plan?.hosts, ["k3s"]);
  assert.deepEqual(modes(plan?.main as Room), { "/usr/local/bin/await-cluster": "755" });
  assert.equal(plan?.main.directory, "/app");
  assert.equal(plan?.main.env.KUBECONFIG, "/kube/kubeconfig.yaml");
  assert.equal(plan?.main.adminKubeconfig, undefined);
  assert.deepEqual(plan?.main.mounts, [{ volume: "agent-kubeconfig", path: "/kube", readOnly: true }]);
  assert.deepEqual(plan?.bootstrap?.command, ["set-the-scene"]);
  assert.deepEqual(modes(plan?.bootstrap as Room), {
    "/bootstrap/hotel.yaml": "644",
    "/usr/local/bin/await-cluster": "755",
    "/usr/local/bin/set-the-scene": "755",
  });
  assert.equal(plan?.bootstrap?.adminKubeconfig, "/admin-kube/admin-kubeconfig.yaml");
  assert.deepEqual(
    plan?.steps.map(({ name, seconds, tests, solution }) => [name, seconds, tests.length, solution[0]?.path]),
    [["", { agent: 300, tests: 120 }, 2, "/solution/solve.sh"]],
  );
  assert.match(plan?.steps[0]?.instruction ?? "", /^You are in/);
});

test("Nodes keep the names, labels and taints that their k3s services give them.", async () => {
  const { plan } = harborPlan(await fixture("two-floors"));
  assert.deepEqual(plan?.cluster.nodes, [
    { name: "ground-floor", labels: { floor: "0" }, taints: [{ key: "damp", value: "yes", effect: "NoSchedule" }] },
    { name: "upper-floor", labels: { floor: "1" } },
  ]);
  assert.equal(plan?.bootstrap?.adminKubeconfig, "/admin/admin.yaml");
  assert.deepEqual(plan?.bootstrap?.command, ["furnish"]);
  assert.ok(plan?.bootstrap?.files.some(({ path }) => path === "/house/lamp.yaml"));
  assert.deepEqual(
    plan?.bootstrap?.mounts.map(({ volume, path }) => [volume, path]),
    [
      ["keys", "/kube"],
      ["admin", "/admin"],
    ],
  );
});

test("A task that needs only a shell gets its files, directories and working directory.", async () => {
  const { plan } = harborPlan(await fixture("tidy-shelf"));
  assert.equal(plan?.bootstrap, undefined);
  assert.equal(plan?.main.directory, "/shelf");
  assert.deepEqual(plan?.main.directories, ["/shelf", "/logs"]);
  assert.deepEqual(modes(plan?.main as Room), { "/shelf/books.txt": "644" });
  assert.equal(plan?.main.adminKubeconfig, "/root/.kube/config");
});

test("Steps have each its own instruction, tests over the shared ones, limits and least reward.", async () => {
  const { plan } = harborPlan(await fixture("in-two-parts"), { COLOUR: "red" });
  assert.equal(plan?.main.directory, "/desk");
  assert.equal(plan?.main.env.COLOUR, "red");
  assert.equal(plan?.rewards, "final");
  const [first, second] = plan?.steps ?? [];
  assert.deepEqual(first?.tests.map(({ path }) => path).sort(), ["/tests/paper.sh", "/tests/test.sh"]);
  assert.deepEqual(
    first?.workdir.map(({ path }) => path),
    ["setup.sh"],
  );
  assert.deepEqual([first?.seconds.agent, second?.seconds.agent], [30, undefined]);
  assert.deepEqual([first?.least, second?.least], [{ reward: 1 }, { reward: 1, tidy: 0.5 }]);
});

test("What tests say is read as Harbor reads it.", () => {
  assert.deepEqual(rewardsIn(undefined, " 0.5\n"), { reward: 0.5 });
  assert.deepEqual(rewardsIn('{"reward": 1, "speed": 0.2}', "0"), { reward: 1, speed: 0.2 });
  assert.equal(rewardsIn(undefined, undefined), "RewardFileNotFoundError");
  assert.equal(rewardsIn(undefined, "\n"), "RewardFileEmptyError");
  assert.equal(rewardsIn(undefined, "yes"), "VerifierOutputParseError");
  assert.equal(rewardsIn('{"reward": "1"}', undefined), "VerifierOutputParseError");
  assert.equal(rewardsIn("{", "1"), "VerifierOutputParseError");
});

test("Rewards of steps are their mean by key, or those of the last step; a missing key is nothing.", () => {
  const steps = [{ reward: 1 }, { reward: 0, tidy: 1 }];
  assert.deepEqual(combined(steps, "mean"), { reward: 0.5, tidy: 0.5 });
  assert.deepEqual(combined(steps, "final"), { reward: 0, tidy: 1 });
  assert.equal(isEnough({ reward: 1 }, { reward: 1 }), true);
  assert.equal(isEnough({ reward: 1 }, { reward: 1, tidy: 0 }), false);
  assert.equal(isEnough({}, undefined), true);
});
