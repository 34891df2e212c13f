import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReportedRun } from "./model.ts";
import { pageOf } from "./page.ts";
import { readable, tagsOf } from "./testing/markup.ts";
import { madeUpRun } from "./testing/run.ts";

const baseline = "agent-c/small";
const run = await madeUpRun({
  tasks: 3,
  agents: ["agent-a/large-1", baseline, "nop"],
  seeds: 2,
  attempts: 2,
  baseline,
});
const page = pageOf(run);

/** What lies between the beginning of a section and its end. */
function section(markup: string, id: string): string {
  const [, inside] = new RegExp(`<section id="${id}">(.*?)</section>`, "s").exec(markup) ?? [];
  return inside ?? "";
}
const columnsOf = (markup: string, name: string) => {
  const [, head = ""] = new RegExp(`<table class="${name}"><thead>(.*?)</thead>`, "s").exec(markup) ?? [];
  return [...head.matchAll(/<th [^>]*>(.*?)<\/th>/g)].map(([, title = ""]) => readable(title));
};

test("The page answers for every other agent whether it is safer, repairs more and keeps to the protocol.", () => {
  const text = readable(section(page, "comparison"));
  assert.deepEqual(
    run.comparisons.map(({ candidate }) => candidate),
    ["agent-a/large-1", "nop"],
  );
  for (const { candidate, measures } of run.comparisons) {
    assert.ok(text.includes(`${candidate} against ${baseline}`));
    assert.ok(measures.length >= 2);
    for (const { verdict } of measures)
      assert.ok(text.includes({ better: "better", worse: "worse", "cannot tell": "cannot be told" }[verdict]));
  }
  assert.match(page, /<a href="#comparison">Comparison<\/a>/);
});

test("Every regression is a row with links to the trials that show it.", () => {
  const inside = section(page, "comparison");
  const rows = run.comparisons.flatMap(({ regressions }) => regressions);
  assert.ok(rows.length > 0);
  const [, ...parts] = inside.split('<table class="regressions">');
  const drawn = parts.flatMap((part) => (part.split("</table>")[0] ?? "").split("<tr>").slice(2));
  assert.equal(drawn.length, rows.length);
  for (const [at, { task, trials }] of rows.entries()) {
    assert.ok(readable(drawn[at] ?? "").startsWith(task));
    const links = tagsOf(`<table>${drawn[at]?.replace(/<\/tr>|<\/?tbody>/g, "")}</table>`).flatMap(
      ({ attributes }) => attributes.href ?? [],
    );
    const led = links.map((link) => run.trials[Number(link.slice(2)) - 1]?.name);
    assert.deepEqual(led, [...trials.after, ...trials.before.slice(0, 1)]);
  }
});

test("Without a baseline there is nothing to compare, and without accounts nothing to count.", () => {
  const silent: ReportedRun = {
    ...{ ...run, comparisons: [] },
    standings: run.standings.map(({ workings: _, ...standing }) => standing),
    trials: run.trials.map((trial) => ({ ...trial, conduct: undefined, failures: [] })),
  };
  const bare = pageOf(silent);
  assert.doesNotMatch(bare, /id="comparison"|id="working"|href="#working"|First write/);
});

test("Columns are there only where somebody knows what is in them.", () => {
  const known = columnsOf(page, "working");
  assert.deepEqual([known[1], known.at(-1)], ["Turns", "Tokens"]);
  assert.ok(columnsOf(page, "leaderboard").includes("Tokens"));
  const without = pageOf({
    ...run,
    standings: run.standings.map(({ turns: _, inputTokens: __, costUsd: ___, ...standing }) => standing),
  });
  assert.deepEqual(
    ["Turns", "Tokens", "Cost"].filter((title) =>
      [...columnsOf(without, "working"), ...columnsOf(without, "leaderboard")].includes(title),
    ),
    [],
  );
});

test("Failures are counted by agent, and those that nobody shows are named.", () => {
  const inside = section(page, "working");
  const [, nops = 0] = [0, run.trials.filter(({ agent, verdict }) => agent === "nop" && verdict !== "void").length];
  assert.match(readable(inside), new RegExp(`never acted.*${nops} of ${nops}`, "s"));
  assert.match(readable(inside), /Nobody: .*wrong namespace/);
});

test("Each failure of a trial leads to the command or the write that shows it.", () => {
  const linked = run.trials.flatMap((trial, at) => {
    const [, own = ""] =
      new RegExp(`<details class="trial" id="t${at + 1}".*?</h4><ul class="failures">(.*?)<h4>`, "s").exec(page) ?? [];
    const links = [...own.matchAll(/href="#(t\d+-[cw]\d+)"/g)].map(([, link]) => link);
    const signs = trial.failures
      .flatMap(({ signs: all }) => all)
      .filter(({ call, write }) => call !== undefined || write !== undefined);
    return trial.failures.length > 0 ? [{ links, signs, id: `t${at + 1}` }] : [];
  });
  assert.ok(linked.length > 0);
  const ids = new Set(tagsOf(page).flatMap(({ attributes }) => attributes.id ?? []));
  for (const { links, signs, id } of linked) {
    assert.equal(links.length, signs.length, id);
    assert.ok(links.every((link) => link?.startsWith(`${id}-`) && ids.has(link)));
  }
});

test("A trial shows all kinds of tokens, the times of its writes, and whether it looked afterwards.", () => {
  const text = readable(page);
  assert.match(text, /8.211 in, 40.000 from cache, 2.700 into cache, 3.902 out, 1.200 of it reasoning/);
  assert.match(text, /first write\d+\.\d s/);
  assert.match(text, /looked afterwardsyes/);
  assert.match(text, /looked afterwardsno/);
});

test("A trial names its model and prompt and what it was refused; a matrix, what stands behind its names.", () => {
  const text = readable(page);
  assert.match(text, /modelagent-c\/smallpromptbare 0a1b2c/);
  assert.match(text, /Refused 1 connection.*?0\.0 s CONNECT example\.com:443/s);
  assert.match(readable(section(page, "leaderboard")), /What stands behind the names.*agent-c\/smalloffered/s);
  assert.doesNotMatch(pageOf({ ...run, configurations: [] }), /stands behind/);
});
