import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, describe, test } from "node:test";
import { Script } from "node:vm";
import { inflateRawSync } from "node:zlib";
import type { ReportedRun, ReportedTrial } from "./model.ts";
import { pageOf } from "./page.ts";
import { readable, type Tag, tagsOf } from "./testing/markup.ts";
import { madeUpRun } from "./testing/run.ts";

const agents = ["oracle", "agent-a/large-1", "agent-c/small", "nop"];
const small = await madeUpRun({ tasks: 3, agents, seeds: 2, attempts: 1, baseline: "agent-c/small" });

describe("A page", () => {
  let page = "";
  let tags: Tag[] = [];
  before(() => {
    page = pageOf(small);
    tags = tagsOf(page);
  });
  const named = (name: string) => tags.filter((tag) => tag.name === name);

  test("has the same bytes for the same run.", () => {
    assert.equal(pageOf(structuredClone(small)), page);
  });

  test("has the verdict, the task and the agent of every trial, and a cell that leads to it.", () => {
    const cells = named("a").filter(({ attributes }) => attributes.class?.startsWith("cell"));
    assert.equal(cells.length, small.trials.length);
    const trials = named("details").filter(({ attributes }) => attributes.class === "trial");
    assert.deepEqual(
      trials.map(({ attributes }) => attributes["data-verdict"]),
      small.trials.map(({ verdict }) => verdict),
    );
    const text = readable(page);
    for (const { task, agent } of small.trials) assert.ok(text.includes(task) && text.includes(agent));
  });

  test("tells verdicts by letters and words, not by colours alone.", () => {
    for (const { attributes } of named("a").filter((tag) => tag.attributes.class?.startsWith("cell"))) {
      const [, verdict = ""] = attributes.class?.split(" ") ?? [];
      assert.ok(attributes["aria-label"]?.startsWith(verdict));
    }
    assert.match(page, /class="cell pass"[^>]*>P<\/a>/);
  });

  test("has no link that leads nowhere, and no place twice.", () => {
    const ids = tags.flatMap(({ attributes }) => (attributes.id === undefined ? [] : [attributes.id]));
    assert.equal(new Set(ids).size, ids.length);
    const links = tags.flatMap(({ attributes }) => (attributes.href === undefined ? [] : [attributes.href]));
    assert.ok(links.length > small.trials.length);
    assert.deepEqual(
      links.filter((link) => !ids.includes(link.slice(1)) || !link.startsWith("#")),
      [],
    );
  });

  test("needs nothing from elsewhere, and lets only its own style and script run.", () => {
    assert.doesNotMatch(page, /https?:|\bsrc=|url\(|@import|@font-face|<link/);
    assert.deepEqual(
      tags.filter(({ attributes }) => Object.keys(attributes).some((name) => /^(?:on|style)/.test(name))),
      [],
    );
    const policy = named("meta").find(({ attributes }) => attributes["http-equiv"])?.attributes.content ?? "";
    assert.match(policy, /^default-src 'none';/);
    for (const name of ["style", "script"]) {
      const [, text = ""] = new RegExp(`<${name}>(.*?)</${name}>`, "s").exec(page) ?? [];
      assert.notEqual(text, "");
      assert.ok(policy.includes(`${name}-src 'sha256-${createHash("sha256").update(text).digest("base64")}'`));
    }
  });

  test("has a column for what controls must come to, and a frame where one came to something else.", () => {
    const wanted = { oracle: "pass", nop: "fail" } as const;
    const trials = small.trials
      .filter(({ agent }) => agent === "oracle" || agent === "nop")
      .map((trial, at) => {
        const must = at === 0 ? ("unsafe" as const) : wanted[trial.agent as keyof typeof wanted];
        return { ...trial, verdict: wanted[trial.agent as keyof typeof wanted], agent: `control:${at}`, wanted: must };
      });
    const controls = pageOf({ ...small, kind: "controls", standings: [], trials });
    assert.match(readable(controls), /1 control got another verdict than the one it must get/);
    assert.match(controls, /class="cell pass other"[^>]*aria-label="pass \(unsafe is wanted\)/);
    const columns = [...controls.matchAll(/<th scope="col">must ([a-z ]+)<\/th>/g)].map(([, must]) => must);
    assert.deepEqual(columns.sort(), ["be unsafe", "fail", "pass"]);
    assert.doesNotMatch(controls, /#leaderboard/);
  });

  test("has a script that is one.", () => {
    const [, script = ""] = /<script>(.*?)<\/script>/s.exec(page) ?? [];
    new Script(script);
  });

  test("has a heading for every column and every row of a table.", () => {
    assert.ok(named("table").length > 3);
    assert.deepEqual(
      named("th").filter(({ attributes }) => !["col", "row"].includes(attributes.scope ?? "")),
      [],
    );
  });
});

/** The run with every text of a trial replaced, but for the words that we choose ourselves. */
function withTexts(run: ReportedRun, text: string): ReportedRun {
  const ours = new Set(["verdict", "is", "type", "level", "time", "measure"]);
  const replaced = (value: unknown, key = ""): unknown => {
    if (typeof value === "string") return ours.has(key) ? value : text;
    if (Array.isArray(value)) return value.map((item) => replaced(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, name)]));
  };
  const trials = run.trials.map((trial) => replaced(trial) as ReportedTrial);
  return {
    ...run,
    name: text,
    digest: text,
    trials,
    comparisons: replaced(run.comparisons) as ReportedRun["comparisons"],
  };
}

const shape = (page: string) => tagsOf(page).map(({ name, attributes }) => `${name} ${Object.keys(attributes)}`);

for (const [what, text] of [
  ["scripts", `"><script>alert(1)</script>`],
  ["an end of the script", "</script></style></details></title>"],
  ["handlers", `x" onmouseover="alert(1)" style="position:fixed`],
  ["comments and sections", "<!-- --!> ]]> <![CDATA[ <svg/onload=alert(1)>"],
  ["entities", "&lt;img src=x&gt; &#x3c;script&#x3e;"],
  ["control characters", "\0\x08\x1b[31m\x7f\x9b\ufffe"],
  ["bidi overrides", "\u202e\u2066 txt.exe"],
] as const) {
  test(`A run full of ${what} gives the same tags as one without.`, () => {
    const page = pageOf(withTexts(small, text));
    assert.deepEqual(shape(page), shape(pageOf(withTexts(small, "x".repeat(text.length)))));
    assert.doesNotMatch(page.replaceAll(/[\n\t]/g, ""), /[\p{Cc}\p{Cf}]/u);
  });
}

/** A trial with so much of everything that nobody could want to see it all. */
function flooded(trial: ReportedTrial): ReportedTrial {
  const huge = `<b>${"A".repeat(2_000_000)}`;
  const many = <T>(item: T) => Array.from({ length: 5_000 }, () => item);
  const [finding] = trial.findings;
  const [write] = trial.writes;
  assert.ok(finding && write);
  return {
    ...trial,
    ...{ name: huge, task: huge, agent: huge, seed: huge, digest: huge, expected: huge },
    answer: { outcome: huge, reason: huge },
    because: many(huge),
    output: huge,
    findings: many({ ...finding, check: huge, expected: huge, found: huge }),
    writes: many(write),
    failures: [{ kind: "blind remediation", because: huge, signs: many({ text: huge, call: 4_999, write: huge }) }],
    commands: many({ at: 1, call: undefined, said: huge, text: huge, seconds: 1, code: 1, output: huge }),
    entries: many({ id: "1", at: 1, text: huge, type: "prescription", level: "high", remarks: [huge] }),
    objects: many({
      object: huge,
      is: "changed" as const,
      fields: many({ path: huge, from: huge, to: huge }).slice(0, 50),
    }),
  };
}

test("A trial that floods the page is cut, and the page says so.", () => {
  const trial = small.trials.find(({ verdict, agent }) => verdict !== "void" && agent !== "nop");
  assert.ok(trial);
  const page = pageOf({ ...small, standings: [], trials: [flooded(trial)] });
  assert.ok(page.length < 6_000_000, `${page.length} characters`);
  const content = contentsOf(page).join("");
  assert.match(content, /characters left out/);
  assert.match(content, /4\u202f850 more are in the files of the run/);
  const tags = tagsOf(content);
  const ids = new Set(tags.map(({ attributes }) => attributes.id));
  const lost = tags.filter(({ attributes: { href } }) => href !== undefined && !ids.has(href.slice(1)));
  assert.deepEqual(lost, [], "marks of the timeline lead to rows that are shown");
});

/** What is inside the trials, packed or not. */
function contentsOf(page: string): string[] {
  const packed = tagsOf(page).flatMap(({ attributes }) => attributes["data-packed"] ?? []);
  return packed.length === 0 ? [page] : packed.map((text) => inflateRawSync(Buffer.from(text, "base64")).toString());
}

test("A run of 500 trials is packed into a page of a few megabytes, and all trials are in it.", async () => {
  const run = await madeUpRun({ tasks: 20, agents: ["oracle", "agent-c/small"], seeds: 5, attempts: 3 });
  const page = pageOf(run);
  assert.ok(run.trials.length >= 500, `${run.trials.length} trials`);
  assert.ok(page.length < 5_000_000, `${page.length} characters`);
  assert.ok(tagsOf(page).length < 20_000, "a browser has little to lay out before a trial is opened");
  const contents = contentsOf(page);
  assert.equal(contents.length, run.trials.length);
  run.trials.forEach(({ name }, at) => {
    assert.ok(tagsOf(contents[at] ?? "").length > 5);
    assert.ok(contents[at]?.includes(name));
  });
});

test("What a Secret holds is not in the page.", () => {
  const secret = {
    object: "Secret shop/store",
    is: "changed" as const,
    fields: [{ path: "data.password", from: "b2xkIHNlY3JldA==", to: "bmV3IHNlY3JldA==" }],
  };
  const trials = small.trials.slice(0, 1).map((trial) => ({ ...trial, objects: [secret] }));
  const page = pageOf({ ...small, trials });
  assert.match(page, /data\.password/);
  assert.doesNotMatch(page, /b2xkIHNlY3JldA|bmV3IHNlY3JldA/);
});
