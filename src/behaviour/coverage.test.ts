import assert from "node:assert/strict";
import { test } from "node:test";
import type { Write } from "../audit/index.ts";
import type { Capture, Entry, Prescription, Report, Target } from "../evidence/index.ts";
import { coverageOf } from "./coverage.ts";

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();

function wrote(second: number, verb: string, resource: string, name: string, more: Partial<Write> = {}): Write {
  return {
    ...{ id: `w${second}`, time: at(second), user: "agent", through: undefined, verb, group: "apps", resource, name },
    ...{ subresource: undefined, namespace: "shop", allowed: true, code: 200, changed: [] },
    ...{ sent: undefined, result: undefined, command: undefined },
    ...more,
  };
}

function entry(type: string, id: string, second: number, data: unknown, channel: Capture["channel"]): Entry {
  const capture = { channel, custody: "separate" };
  return { id, time: at(second), type, actor: { kind: "agent", id: "x" }, capture, data } as unknown as Entry;
}

function meant(
  id: string,
  second: number,
  action: string,
  kind: string,
  name: string,
  more: {
    class?: Prescription["class"];
    target?: Partial<Target>;
    channel?: Capture["channel"];
    digests?: readonly string[];
    command?: readonly string[];
    expires?: number;
  } = {},
): Entry {
  const target = { system: "kubernetes", kind, name, namespace: "shop", action, ...more.target };
  const data = {
    operation: action,
    class: more.class ?? "mutate",
    command: more.command ?? ["kubectl", action, name],
    expires: more.expires ?? 3_600,
    targets: [target],
    artifacts: more.digests?.map((digest) => ({ name: "fix.yaml", digest, size: 1, stored: true })) ?? [],
  };
  return entry("prescription", id, second, data, more.channel ?? "cli");
}

function reported(id: string, second: number, verdict: Report["verdict"], channel: Capture["channel"] = "cli"): Entry {
  return entry("report", `r-${id}`, second, { prescription: id, verdict }, channel);
}

const patch = wrote(5, "patch", "deployments", "web");

test("A write between a prescription of it and its report is covered.", () => {
  const { share, matches, undone, falsehoods } = coverageOf(
    [patch],
    [meant("p", 1, "patch", "Deployment", "web"), reported("p", 9, "success")],
  );
  assert.deepEqual([share, matches], [1, [{ write: "w5", prescription: "p" }]]);
  assert.deepEqual([undone, falsehoods], [[], []]);
});

for (const [what, entries] of [
  ["that was prescribed later", [meant("p", 6, "patch", "Deployment", "web")]],
  [
    "whose prescription was reported on before",
    [meant("p", 1, "patch", "Deployment", "web"), reported("p", 2, "success")],
  ],
  ["of another object", [meant("p", 1, "patch", "Deployment", "webs")]],
  ["of another kind", [meant("p", 1, "patch", "StatefulSet", "web")]],
  ["in another namespace", [meant("p", 1, "patch", "Deployment", "web", { target: { namespace: "other" } })]],
  ["that was to be a deletion", [meant("p", 1, "delete", "Deployment", "web", { class: "destroy" })]],
  ["of which only a look was announced", [meant("p", 1, "describe", "Deployment", "web", { class: "read" })]],
  ["of another system", [meant("p", 1, "patch", "Deployment", "web", { target: { system: "terraform" } })]],
] as const) {
  test(`A write ${what} is not covered.`, () => {
    const { share, unprescribed } = coverageOf([patch], entries);
    assert.deepEqual([share, unprescribed], [0, [{ write: "w5", text: "patch deployments shop/web" }]]);
  });
}

for (const [what, write, prescription] of [
  ["all of a kind", patch, meant("p", 1, "label", "Deployment", "*")],
  [
    "a deployment's pod that is entered by its name",
    wrote(5, "create", "pods", "web-5d8-x", { subresource: "exec" }),
    meant("p", 1, "exec", "Deployment", "web", { class: "read" }),
  ],
  [
    "the pods of a drained node",
    wrote(5, "create", "pods", "any", { subresource: "eviction" }),
    meant("p", 1, "drain", "Node", "n1", { class: "destroy", target: { namespace: undefined } as never }),
  ],
  ["a kind by its resource's name", patch, meant("p", 1, "patch", "deployments.apps", "web")],
] as const) {
  test(`A prescription covers ${what}.`, () => {
    assert.equal(coverageOf([write], [prescription]).share, 1);
  });
}

const again = [5, 6, 7].map((second) => wrote(second, "patch", "deployments", "web"));
const scaled = wrote(6, "patch", "deployments", "web", { subresource: "scale" });
const refused = { ...patch, allowed: false, code: 403 };
const conflict = { ...patch, code: 409 };
const line = (text: string) => ({ command: ["sh", "-c", text] });
const lost = (id: string) =>
  entry("report", `r-${id}`, 9, { prescription: id, verdict: "error", error: { kind: "lost", text: "" } }, "recorder");

for (const [what, writes, entries, covered] of [
  ["the first of writes that nobody prescribed again", again, [meant("p", 1, "patch", "Deployment", "web")], ["w5"]],
  [
    "no more of them until it is reported on, for whoever says so itself",
    again,
    [meant("p", 1, "patch", "Deployment", "web", { channel: "mcp" }), reported("p", 9, "success", "mcp")],
    ["w5"],
  ],
  [
    "all that a command does while it is watched",
    again,
    [meant("p", 1, "patch", "Deployment", "web", { channel: "shim" }), reported("p", 9, "success", "shim")],
    ["w5", "w6", "w7"],
  ],
  [
    "one, if it was watched and nobody saw the end",
    again,
    [meant("p", 1, "patch", "Deployment", "web", { channel: "exec" }), lost("p")],
    ["w5"],
  ],
  [
    "one for each time that it was prescribed, also beforehand",
    again,
    ["p", "q"].map((id) => meant(id, 1, "patch", "Deployment", "web")),
    ["w5", "w6"],
  ],
  ["no other request that changes the same", [patch, scaled], [meant("p", 1, "scale", "Deployment", "web")], ["w5"]],
  [
    "each of several objects",
    [patch, wrote(6, "patch", "deployments", "cart"), wrote(7, "patch", "deployments", "web")],
    [meant("p", 1, "label", "Deployment", "*")],
    ["w5", "w6"],
  ],
  [
    "what is tried until it goes through",
    [refused, { ...conflict, id: "c" }, ...again.slice(1)],
    [meant("p", 1, "patch", "Deployment", "web")],
    ["w5", "c", "w6"],
  ],
  [
    "as many as there are commands in a line",
    again,
    [meant("p", 1, "patch", "Deployment", "web", line("kubectl patch web -p 1; kubectl patch web -p 2"))],
    ["w5", "w6"],
  ],
  [
    "as many as a loop makes",
    again,
    [meant("p", 1, "scale", "Deployment", "web", line("for i in 3 2 1; do kubectl scale web --replicas=$i; done"))],
    ["w5", "w6", "w7"],
  ],
  [
    "a loop only where something goes round, not in a value",
    again,
    [meant("p", 1, "label", "Deployment", "web", { command: ["kubectl", "label", "web", "wait=for it"] })],
    ["w5"],
  ],
  ["both requests of one that applies", again, [meant("p", 1, "apply", "Deployment", "web")], ["w5", "w6"]],
  [
    "to delete and to make anew",
    [wrote(5, "delete", "deployments", "web"), wrote(6, "create", "deployments", "web"), again[2] ?? patch],
    [meant("p", 1, "replace", "Deployment", "web", { class: "destroy" })],
    ["w5", "w6"],
  ],
  ["nothing when it has expired", again, [meant("p", 1, "patch", "Deployment", "web", { expires: 2 })], []],
] as const) {
  test(`A prescription covers ${what}.`, () => {
    const { matches, unprescribed } = coverageOf(writes, entries);
    assert.deepEqual(
      matches.map(({ write }) => write),
      covered,
    );
    if (covered.length > 0) assert.ok(unprescribed.every(({ text }) => text.endsWith(", once more than prescribed")));
  });
}

test("Deleting is not covered by a wish to change.", () => {
  const { share } = coverageOf(
    [wrote(5, "delete", "deployments", "web")],
    [meant("p", 1, "patch", "Deployment", "web")],
  );
  assert.equal(share, 0);
});

test("Where nothing was done there is no share, and what was prescribed is undone, unless it was declined.", () => {
  const entries = [
    meant("p", 1, "patch", "Deployment", "web"),
    meant("q", 2, "delete", "Deployment", "web", { class: "destroy" }),
    reported("q", 3, "declined"),
  ];
  const coverage = coverageOf([], entries);
  assert.equal("share" in coverage, false);
  assert.deepEqual(coverage.undone, [{ prescription: "p", text: "kubectl patch web" }]);
  assert.deepEqual(coverage.falsehoods, []);
});

for (const [what, write, verdict, found] of [
  ["success of what was refused", { ...patch, allowed: false, code: 403 }, "success", "the API server refused it"],
  ["failure of what was done", patch, "failure", "the API server did it"],
  ["success of what was never done", undefined, "success", "nothing was done"],
] as const) {
  test(`To report ${what} is false, if the actor says so itself.`, () => {
    const writes = write ? [write] : [];
    const by = (channel: Capture["channel"]) =>
      coverageOf(writes, [
        meant("p", 1, "patch", "Deployment", "web", { channel }),
        reported("p", 9, verdict, channel),
      ]);
    assert.deepEqual(by("mcp").falsehoods, [{ prescription: "p", claimed: verdict, found }]);
    assert.deepEqual(by("shim").falsehoods, []);
  });
}

test("What was declined and then done is told, unless it was prescribed once more.", () => {
  const declined = [meant("p", 1, "patch", "Deployment", "web"), reported("p", 2, "declined")];
  assert.deepEqual(coverageOf([patch], declined).falsehoods, [
    { prescription: "p", claimed: "declined", found: "done all the same: patch deployments shop/web" },
  ]);
  assert.deepEqual(coverageOf([patch], [...declined, meant("q", 3, "patch", "Deployment", "web")]).falsehoods, []);
});

test("What was prescribed and of which nobody said how it ended is unreported.", () => {
  const entries = [
    meant("p", 1, "patch", "Deployment", "web"),
    meant("q", 2, "patch", "Deployment", "web"),
    lost("q"),
    meant("r", 3, "patch", "Deployment", "web"),
    reported("r", 9, "failure"),
    meant("s", 4, "get", "Deployment", "web", { class: "read" }),
    meant("t", 4, "delete", "Deployment", "web", { class: "destroy" }),
    reported("t", 4, "declined"),
  ];
  const { prescribed, unreported } = coverageOf([patch], entries);
  assert.deepEqual([prescribed, unreported.map(({ prescription }) => prescription)], [3, ["p", "q"]]);
});

const manifest = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, labels: {app: web}}
spec: {replicas: 2, template: {spec: {containers: [{name: web, image: "web:2"}]}}}
`;
const object = (more: object) => ({
  ...{
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "shop", labels: { app: "web" } },
  },
  spec: { replicas: 2, template: { spec: { containers: [{ name: "web", image: "web:2", ...more }] } } },
});
const applying = (whole: object): Partial<Write> => ({
  sent: {
    metadata: {
      annotations: { "kubectl.kubernetes.io/last-applied-configuration": `${JSON.stringify(whole)}\n` },
    },
  } as unknown as NonNullable<Write["sent"]>,
});
const creating = (whole: object): Partial<Write> => ({ sent: whole as NonNullable<Write["sent"]> });
const privileged = { securityContext: { privileged: true } };
const secretive = manifest.replace('"web:2"', '"[redacted hmac-sha256:0011aabb]"');

for (const [what, verb, sent, text, share] of [
  ["as it was prescribed", "patch", applying(object({})), manifest, 1],
  ["with something more in it", "patch", applying(object(privileged)), manifest, 0],
  ["with another value", "patch", applying(object({ image: "web:3" })), manifest, 0],
  ["with what the manifest says, sent as a whole", "create", creating(object({ resources: {} })), manifest, 1],
  ["with more than the manifest says, sent as a whole", "create", creating(object(privileged)), manifest, 0],
  ["by a patch that does not say the whole", "patch", creating({ spec: { replicas: 3 } }), manifest, 1],
  ["whose secret was taken out of the manifest", "patch", applying(object({ image: "web:9" })), secretive, 1],
  ["of which the manifest says nothing", "patch", applying(object({})), manifest.replaceAll("web", "cart"), 1],
  ["beside a document that is no manifest", "patch", applying(object({})), "port: 8080", 1],
  ["beside a document that was not kept", "patch", applying(object({})), undefined, 1],
] as const) {
  test(`An object that is written ${what} is ${share === 1 ? "covered" : "not covered"}.`, () => {
    const prescription = meant("p", 1, "apply", "Deployment", "web", { digests: ["d1"] });
    const manifests = text === undefined ? {} : { d1: text };
    const coverage = coverageOf([wrote(5, verb, "deployments", "web", sent)], [prescription], manifests);
    assert.equal(coverage.share, share);
    const told = coverage.unprescribed.map(({ text: words }) => words);
    assert.deepEqual(told, share === 1 ? [] : [`${verb} deployments shop/web, with other content than prescribed`]);
  });
}

test("Other content than prescribed is covered by another prescription that has it.", () => {
  const both = ["d1", "d2"].map((digest) => meant(digest, 1, "apply", "Deployment", "web", { digests: [digest] }));
  const manifests = { d1: manifest, d2: manifest.replace("web:2", "web:3") };
  const write = wrote(5, "patch", "deployments", "web", applying(object({ image: "web:3" })));
  assert.deepEqual(coverageOf([write], both, manifests).matches, [{ write: "w5", prescription: "d2" }]);
});

const release = (action: string, name = "front", kind: Prescription["class"] = "mutate") =>
  meant("p", 1, action, "release", name, { class: kind, target: { system: "helm", action } });
const marked = (of: string, namespace = "shop"): Partial<Write> => {
  const annotations = { "meta.helm.sh/release-name": of, "meta.helm.sh/release-namespace": namespace };
  const metadata = { name: "web", annotations };
  return { result: { apiVersion: "apps/v1", kind: "Deployment", metadata } };
};
const record = (name: string, more: Partial<Write> = {}) => wrote(5, "create", "secrets", name, { group: "", ...more });

for (const [what, write, prescription, share] of [
  ["the record of its release", record("sh.helm.release.v1.front.v2"), release("upgrade"), 1],
  ["the record of another release", record("sh.helm.release.v1.back.v2"), release("upgrade"), 0],
  ["a record elsewhere", record("sh.helm.release.v1.front.v2", { namespace: "other" }), release("upgrade"), 0],
  ["any other Secret", record("password"), release("upgrade"), 0],
  [
    "an object with the release's marks",
    wrote(5, "patch", "deployments", "web", marked("front")),
    release("upgrade"),
    1,
  ],
  ["one with another release's marks", wrote(5, "patch", "deployments", "web", marked("back")), release("upgrade"), 0],
  ["one without marks", wrote(5, "create", "deployments", "web", creating(object({}))), release("upgrade"), 0],
  ["what a removal deletes", wrote(5, "delete", "deployments", "web"), release("uninstall", "front", "destroy"), 1],
  [
    "a deletion that a look does not explain",
    wrote(5, "delete", "deployments", "web"),
    release("status", "front", "read"),
    0,
  ],
] as const) {
  test(`A prescription of Helm covers ${share === 1 ? "" : "not "}${what}.`, () => {
    assert.equal(coverageOf([write], [prescription]).share, share);
  });
}

test("A prescription of Helm covers one revision with all that belongs to it, and not the next.", () => {
  const front = (second: number, verb: string) => wrote(second, verb, "deployments", "web", marked("front"));
  const revision = (second: number, verb: string, count: number) =>
    wrote(second, verb, "secrets", `sh.helm.release.v1.front.v${count}`, { group: "" });
  const upgrade = [revision(5, "create", 2), front(6, "patch"), front(7, "patch"), revision(8, "update", 2)];
  const next = [revision(9, "create", 3), front(10, "patch"), revision(11, "update", 3)];
  const { matches } = coverageOf([...upgrade, ...next], [release("upgrade")]);
  assert.deepEqual(
    matches.map(({ write }) => write),
    ["w5", "w6", "w7", "w8"],
  );
});

test("A release that was to be upgraded and was not is undone, and to report its success is false.", () => {
  const { undone, falsehoods } = coverageOf([], [release("upgrade"), reported("p", 9, "success")]);
  assert.deepEqual([undone.length, falsehoods.map(({ found }) => found)], [1, ["nothing was done"]]);
});
