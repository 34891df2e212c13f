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
  more: { class?: Prescription["class"]; target?: Partial<Target>; channel?: Capture["channel"] } = {},
): Entry {
  const target = { system: "kubernetes", kind, name, namespace: "shop", action, ...more.target };
  const data = {
    operation: action,
    class: more.class ?? "mutate",
    command: ["kubectl", action, name],
    targets: [target],
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
