import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, looked } from "../testing/looked.ts";

const wrapped = [
  "sudo kubectl",
  "sudo -n -u jo kubectl",
  "sudo --user=jo -- kubectl",
  "sudo KUBECONFIG=/x kubectl",
  "doas kubectl",
  "env kubectl",
  "env A=b C=d kubectl",
  "env -u A -C /x kubectl",
  "nohup kubectl",
  "nice kubectl",
  "nice -n 10 kubectl",
  "ionice -c 3 kubectl",
  "timeout 10 kubectl",
  "timeout --signal=KILL 10s kubectl",
  "stdbuf -oL kubectl",
  "setsid kubectl",
  "time -p kubectl",
  "chroot /x kubectl",
  "nsenter -t 1 -m kubectl",
  "unshare -n kubectl",
  "runuser -u jo -- kubectl",
  "flock /tmp/lock kubectl",
  "strace -f -o /tmp/x kubectl",
  "aws-vault exec prod -- kubectl",
  "op run --env-file=.env -- kubectl",
  "k3s kubectl",
  "microk8s kubectl",
  "minikube kubectl --",
  "gosu root kubectl",
  "command builtin kubectl",
  "wrapper-of-mine --flag value kubectl",
];

for (const prefix of wrapped) {
  test(`${prefix} runs kubectl all the same.`, async () => {
    const { class: kind, targets } = await looked(`${prefix} delete ns x`);
    assert.deepEqual([kind, targets.map(brief)], ["destroy", ["delete Namespace/x"]]);
  });
}

test("Variables that a wrapper sets count for the command.", async () => {
  const { scopeHints } = await looked("env KUBECONFIG=/prod.yaml kubectl delete ns x");
  assert.deepEqual(scopeHints.paths, ["/prod.yaml"]);
});

test("A wrapper around a look is a look.", async () => {
  assert.equal((await looked("sudo timeout 5 kubectl get pods")).class, "read");
});
