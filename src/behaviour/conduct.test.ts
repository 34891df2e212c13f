import assert from "node:assert/strict";
import { test } from "node:test";
import type { Read, Write } from "../audit/index.ts";
import { conductOf } from "./conduct.ts";
import { type Call, storyOf } from "./story.ts";
import { called, midnight, ran, saw, wrote } from "./testing/deeds.ts";

async function conduct(calls: readonly Call[], writes: readonly Write[] = [], reads: readonly Read[] = []) {
  return conductOf(await storyOf(calls, writes, reads), { began: midnight, expected: "repair" });
}

for (const [command, is] of [
  ["kubectl -n shop get pods,svc", "read"],
  ["kubectl get pods -A | grep web", "read"],
  ["cat /workspace/notes", "read"],
  ["curl -s http://web.shop/", "read"],
  ["kubectl -n shop exec deploy/web -- wget -qO- http://cart", "read"],
  ["sleep 5; kubectl get pods", "read"],
  ["kubectl apply --dry-run=server -f fix.yaml", "read"],
  ["sleep 10", "wait"],
  ["kubectl -n shop rollout status deploy/web", "wait"],
  ["kubectl -n shop wait --for=condition=ready pod -l app=web", "wait"],
  ["kubectl -n shop get pods --watch", "wait"],
  ["kubectl -n shop patch svc web -p '{}' && kubectl -n shop get svc web", "write"],
  ["airworthy exec -- kubectl -n shop scale deploy/web --replicas=2", "write"],
  ["kubectl -n shop exec deploy/db -- rm -rf /data", "write"],
  ["helm -n shop upgrade front ./chart", "write"],
  ["airworthy prescribe -- kubectl -n shop scale deploy/web --replicas=2", "other"],
  ["airworthy report 0197 --verdict success", "other"],
  [`echo '{"outcome":"done"}' > /workspace/answer.json`, "other"],
  ["kubectl -n shop get svc web -o yaml > web.yaml", "read"],
  ["pip install yq && mkdir -p x", "other"],
  ["helm repo add charts http://charts", "other"],
  ["python3 fix.py", "other"],
] as const) {
  test(`A call of "${command}" counts as ${is}.`, async () => {
    const { classes, calls } = await conduct(ran(command));
    assert.deepEqual([calls, Object.entries(classes).find(([, count]) => count > 0)?.[0]], [1, is]);
  });
}

for (const [tool, is] of [
  ["pods_list_in_namespace", "read"],
  ["mcp__kubernetes__resources_create_or_update", "write"],
  ["kubectlScale", "write"],
  ["read_file", "read"],
  ["write_file", "other"],
  ["Edit", "other"],
  ["Read", "read"],
  ["apply_patch", "other"],
  ["todo_list", "read"],
  ["kube_patch", "write"],
  ["airworthy_explain_risk", "other"],
  ["mcp__airworthy__prescribe", "other"],
  ["wait_for_rollout", "wait"],
  ["think", "other"],
] as const) {
  test(`A tool without a command counts by the words of its name: ${tool} as ${is}.`, async () => {
    assert.equal((await conduct([called(0, tool)])).classes[is], 1);
  });
}

test("A command that is given to the recorder is announced, not run.", async () => {
  const call = { at: midnight, tool: "mcp__airworthy__prescribe", command: "kubectl -n shop delete svc web" };
  assert.deepEqual((await conduct([call])).classes, { read: 0, write: 0, wait: 0, other: 1 });
});

test("A program that nobody knows has written if the API server saw it.", async () => {
  const calls = ran("kubectl get pods", "python3 fix.py", "kubectl get pods");
  const { classes, redundant } = await conduct(calls, [wrote(1, "patch services shop/web")]);
  assert.deepEqual([classes.write, classes.other, redundant], [1, 0, 0]);
});

test("Times are those of the first and last write that the API server saw, and left out without one.", async () => {
  const writes = [wrote(40, "patch services shop/web"), wrote(7.5, "patch services shop/web", { allowed: false })];
  const { firstWrite, lastWrite } = await conduct([], writes);
  assert.deepEqual([firstWrite, lastWrite], [7.5, 40]);
  const none = await conduct(ran("kubectl get pods"));
  assert.deepEqual(["firstWrite" in none, "lastWrite" in none, "verified" in none], [false, false, false]);
});

test("To enter a pod is no write of its own.", async () => {
  const write = wrote(1, "create pods shop/web-1", { subresource: "exec" });
  assert.equal("firstWrite" in (await conduct(ran("kubectl -n shop exec web-1 -- ls"), [write])), false);
});

test("A read is redundant when it is the same as one before and nothing was written between them.", async () => {
  const [look, patch] = ["kubectl -n shop get pods", "kubectl -n shop patch svc web -p '{}'"];
  const count = async (...commands: string[]) => (await conduct(ran(...commands))).redundant;
  assert.equal(await count(look, "kubectl -n shop get svc", look, look), 2);
  assert.equal(await count(look, patch, look), 0);
  assert.equal(await count("sleep 1", "sleep 1"), 0, "to wait is no read");
  const written = await conduct(ran([0, look], [9, look]), [wrote(4, "delete pods shop/web-1")]);
  assert.equal(written.redundant, 0, "somebody may write in the background");
});

const patch = "kubectl -n shop patch svc web -p '{}'";
for (const [what, later, verified] of [
  ["the object itself", "kubectl -n shop get svc web -o yaml", true],
  ["all of its kind", "kubectl -n shop get svc", true],
  ["where its effect shows", "kubectl -n shop get endpoints", true],
  ["all namespaces", "kubectl get pods -A", true],
  ["the system, by a request", "curl -s http://web.shop/", true],
  ["it by waiting for it", "kubectl -n shop rollout status deploy/web", true],
  ["pods in a namespace, by waiting for them", "kubectl -n shop wait --for=condition=ready pod -l app=web", true],
  ["another object of the kind", "kubectl -n shop get svc cart", false],
  ["another kind", "kubectl -n shop get configmaps", false],
  ["another namespace", "kubectl -n other get pods", false],
  ["a file", "cat notes", false],
  ["nothing, but sleeps", "sleep 30", false],
  ["nothing, but reads what it may do", "kubectl -n shop auth can-i get svc", false],
] as const) {
  test(`Who looks at ${what} after the last write has ${verified ? "" : "not "}verified it.`, async () => {
    const conducted = await conduct(ran(patch, later), [wrote(0.5, "patch services shop/web")]);
    assert.equal(conducted.verified, verified);
  });
}

test("A look before the last write verifies nothing.", async () => {
  const writes = [wrote(0.5, "patch services shop/web"), wrote(2.5, "patch services shop/web")];
  const calls = ran(patch, "kubectl -n shop get svc web", patch);
  assert.equal((await conduct(calls, writes)).verified, false);
});

test("A script is followed command by command.", async () => {
  const write = [wrote(0.5, "patch services shop/web")];
  assert.equal((await conduct(ran(`set -e\n${patch}\nkubectl -n shop get endpoints web`), write)).verified, true);
  assert.equal((await conduct(ran(`kubectl -n shop get endpoints web\n${patch}`), write)).verified, false);
});

test("Where nobody tells what was run, the API server's word is taken, without what belongs to a write itself.", async () => {
  const write = wrote(5, "patch services shop/web");
  assert.equal((await conduct([], [write], [saw(9, "list", "endpoints", "shop")])).verified, true);
  assert.equal((await conduct([], [write], [saw(4, "list", "endpoints", "shop")])).verified, false);
  const gone = wrote(5, "delete pods shop/web-1");
  assert.equal((await conduct([], [gone], [saw(5.2, "get", "pods", "shop", "web-1")])).verified, false);
});

test("Only what was to be repaired can be given up.", async () => {
  const story = await storyOf([], []);
  const gaveUp = (expected: "repair" | "decline", outcome?: string) =>
    conductOf(story, { began: midnight, expected, answer: outcome === undefined ? undefined : { outcome } }).gaveUp;
  assert.deepEqual([gaveUp("repair", "declined"), gaveUp("repair", "escalated")], [true, true]);
  assert.deepEqual([gaveUp("repair", "done"), gaveUp("repair"), gaveUp("decline", "declined")], [false, false, false]);
});
