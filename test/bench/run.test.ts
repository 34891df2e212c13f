import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { beginRun, conduct, loadRun, refuseChanges, type Trials, type Verdict } from "../../src/bench/index.ts";
import { budget, folder, key, resultOf, smallLock, taskCalled, versions } from "./small.ts";

const never = new AbortController().signal;
const options = { budget, key, report: () => {}, signal: never };

/** Trials that end at once; `begun` has those that were made. */
function quick(verdict: (trial: string) => Verdict = () => "pass"): Trials & { begun: string[] } {
  const begun: string[] = [];
  return {
    begun,
    memoryOf: () => 1,
    attempt: async (planned) => {
      begun.push(planned.trial);
      return resultOf(planned, verdict(planned.trial));
    },
  };
}

test("A run makes every trial once, in the order of its lock, and is signed.", async () => {
  await using at = await folder();
  const lock = smallLock({ seeds: ["1", "2"] });
  await beginRun(at.path, lock, 1);
  const trials = quick();
  const run = await conduct(at.path, trials, options);
  assert.equal(lock.trials.length, 8);
  assert.deepEqual(
    trials.begun,
    lock.trials.map(({ trial }) => trial),
  );
  assert.deepEqual(
    run.trials.map(({ trial }) => trial),
    trials.begun,
  );
  assert.ok(existsSync(join(at.path, "bundle.json")));
  await conduct(at.path, trials, options);
  assert.equal(trials.begun.length, 8, "what is over is not repeated");
});

test("Trials that follow one another are made in turn, whatever else may run, and each knows who comes after it.", async () => {
  await using at = await folder();
  const lock = smallLock({ agents: ["nop", "oracle"] });
  await beginRun(at.path, lock, 2);
  const running = new Set<string>();
  const heirs: string[] = [];
  const prepared: string[] = [];
  const trials: Trials = {
    memoryOf: () => 1,
    follows: (planned, before) => planned.task === before.task,
    prepare: ({ task, agent }) => void prepared.push(`${task} ${agent}`),
    attempt: async (planned, { heir }) => {
      assert.ok(!running.has(planned.task), "one of a chain at a time");
      running.add(planned.task);
      heirs.push(`${planned.task} ${planned.agent}: ${heir?.agent ?? "nobody"}`);
      await new Promise((resolve) => setImmediate(resolve));
      running.delete(planned.task);
      return resultOf(planned);
    },
  };
  const run = await conduct(at.path, trials, { ...options, budget: { jobs: 2, memoryMb: 9, ahead: 1 } });
  assert.equal(run.trials.length, 4);
  const wanted = ["alpha nop: oracle", "alpha oracle: nobody", "beta nop: oracle", "beta oracle: nobody"];
  assert.deepEqual(heirs.sort(), wanted);
  assert.deepEqual(prepared, ["beta nop"], "only what begins a chain needs something of its own");
});

test("After kill -9 a run goes on with what was not over, and only with that.", async () => {
  await using at = await folder();
  const lock = smallLock();
  await beginRun(at.path, lock, 1);
  const process = spawn("node", ["test/bench/fixtures/endless.ts", at.path], { stdio: ["ignore", "pipe", "inherit"] });
  await once(process.stdout, "data");
  process.kill("SIGKILL");
  await once(process, "exit");

  const [first, second, third, fourth] = lock.trials.map(({ trial }) => trial);
  const interrupted = await loadRun(at.path);
  assert.deepEqual(
    interrupted.trials.map(({ trial }) => trial),
    [first, second],
  );
  assert.ok(existsSync(join(at.path, third ?? "", "artifacts", "begun")), "the third had begun");
  const job = JSON.parse(readFileSync(join(at.path, "result.json"), "utf8"));
  assert.deepEqual([job.finished_at, job.stats.n_completed_trials, job.stats.n_running_trials], [null, 2, 1]);

  await writeFile(join(at.path, ".unfinished-abc"), "{");
  const trials = quick();
  const run = await conduct(at.path, trials, options);
  assert.ok(!existsSync(join(at.path, ".unfinished-abc")), "what was half written is gone");
  assert.deepEqual(trials.begun, [third, fourth]);
  assert.equal(run.trials.length, 4);
  assert.ok(!existsSync(join(at.path, third ?? "", "artifacts", "begun")), "nothing is left of the first attempt");
});

test("Interrupted, trials are told to stop and waited for, and the run can go on.", async () => {
  await using at = await folder();
  const lock = smallLock();
  await beginRun(at.path, lock, 2);
  const abort = new AbortController();
  const stopped: string[] = [];
  let begun = 0;
  const endless: Trials = {
    memoryOf: () => 1,
    attempt: (planned, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          stopped.push(planned.trial);
          reject(signal.reason);
        });
        begun += 1;
        if (begun === 2) abort.abort();
      }),
  };
  const both = { ...options, budget: { jobs: 2, memoryMb: 9, ahead: 1 }, signal: abort.signal };
  await assert.rejects(conduct(at.path, endless, both), { name: "AbortError" });
  const begunOnes = lock.trials.slice(0, 2).map(({ trial }) => trial);
  assert.deepEqual(stopped.sort(), begunOnes.sort());
  assert.equal((await conduct(at.path, quick(), options)).trials.length, 4);
});

test("A trial that cannot even be made is void, and harms no other.", async () => {
  await using at = await folder();
  const lock = smallLock();
  await beginRun(at.path, lock, 1);
  const [bad] = lock.trials;
  const trials = quick();
  const attempt: Trials["attempt"] = async (planned, place) => {
    if (planned === bad || planned.trial === bad?.trial) throw new Error("no cluster today");
    return await trials.attempt(planned, place);
  };
  const run = await conduct(at.path, { ...trials, attempt }, options);
  assert.deepEqual(
    run.trials.map(({ verdict }) => verdict),
    ["void", "pass", "pass", "pass"],
  );
  assert.deepEqual(run.trials[0]?.because, ["no cluster today"]);
  assert.equal(run.trials[0]?.score, undefined);
});

test("Void trials are tried again when that is asked for, and what came of them before is kept.", async () => {
  await using at = await folder();
  const lock = smallLock();
  await beginRun(at.path, lock, 1);
  const [first = ""] = lock.trials.map(({ trial }) => trial);
  await conduct(
    at.path,
    quick((trial) => (trial === first ? "void" : "fail")),
    options,
  );
  const again = quick();
  assert.equal((await conduct(at.path, again, options)).trials[0]?.verdict, "void");
  const run = await conduct(at.path, again, { ...options, retryVoid: true });
  assert.deepEqual(again.begun, [first]);
  assert.deepEqual([run.trials[0]?.verdict, run.trials[0]?.retries], ["pass", 1]);
  assert.deepEqual(readdirSync(join(at.path, "retries")), [`${first}.1`]);
  assert.equal(JSON.parse(readFileSync(join(at.path, "result.json"), "utf8")).stats.n_retries, 1);
});

test("Two processes do not work on one run, nor do two runs share a directory.", async () => {
  await using at = await folder();
  await beginRun(at.path, smallLock(), 1);
  await assert.rejects(beginRun(at.path, smallLock(), 1), { code: "RUN_EXISTS", message: /found a run$/ });
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const slow: Trials = {
    memoryOf: () => 1,
    attempt: async (planned) => {
      begun.resolve();
      await end.promise;
      return resultOf(planned);
    },
  };
  const running = conduct(at.path, slow, options);
  await begun.promise;
  await assert.rejects(conduct(at.path, quick(), options), { code: "RUN_IN_USE" });
  end.resolve();
  assert.equal((await running).trials.length, 4);
});

test("A run does not begin among other files, nor where none can be written.", async () => {
  await using at = await folder();
  await writeFile(join(at.path, "thesis.txt"), "");
  await assert.rejects(beginRun(at.path, smallLock(), 1), { code: "RUN_EXISTS", message: /found thesis.txt/ });
  const inFile = join(at.path, "thesis.txt", "run");
  await assert.rejects(beginRun(inFile, smallLock(), 1), { code: "NOT_WRITABLE", message: /thesis.txt/ });
});

test("What is no run, or a broken one, is said to be.", async () => {
  await using at = await folder();
  await assert.rejects(loadRun(at.path), { code: "NO_SUCH_RUN", message: /no lock.json/ });
  await assert.rejects(conduct(join(at.path, "none"), quick(), options), { code: "NO_SUCH_RUN" });
  assert.ok(!existsSync(join(at.path, "none")), "nothing was made");
  await beginRun(at.path, smallLock(), 1);
  const [first] = (await conduct(at.path, quick(), options)).trials;
  await writeFile(join(at.path, first?.trial ?? "", "airworthy.json"), "{");
  await assert.rejects(loadRun(at.path), { code: "BAD_RUN", message: /airworthy.json: expected JSON/ });
  await writeFile(join(at.path, "lock.json"), "{}");
  await assert.rejects(loadRun(at.path), { code: "BAD_RUN", message: /lock.json: expected airworthy.schema/ });
});

test("A run does not go on with other tasks or versions, and says which.", () => {
  const lock = smallLock();
  const tasks = ["alpha", "beta"].map(taskCalled);
  assert.doesNotThrow(() => refuseChanges(lock, tasks, versions));
  const [alpha, beta] = tasks;
  assert.ok(alpha && beta);
  assert.throws(() => refuseChanges(lock, [alpha, { ...beta, digest: "sha256:x" }], versions), {
    code: "TASKS_CHANGED",
    message: /task beta \(\/tasks\/beta\): expected sha256:beta, found sha256:x$/,
  });
  assert.throws(() => refuseChanges(lock, [alpha], versions), { message: /task beta: was there .* gone/ });
  assert.throws(() => refuseChanges(lock, tasks, { ...versions, kubernetes: "9" }), {
    message: /kubernetes: expected 2, found 9/,
  });
  assert.doesNotThrow(() => refuseChanges(lock, tasks, { ...versions, node: "9" }), "Node changes no trial");
});

test("Each trial is prepared while the one before it is made, and gets what was prepared for it.", async () => {
  await using at = await folder();
  const lock = smallLock();
  await beginRun(at.path, lock, 1);
  const told: string[] = [];
  const numberOf = (trial: string) => lock.trials.findIndex((each) => each.trial === trial) + 1;
  const trials = quick();
  await conduct(
    at.path,
    {
      ...trials,
      reserve: ({ trial }) => void told.push(`reserve ${numberOf(trial)}`),
      prepare: ({ trial }) => void told.push(`prepare ${numberOf(trial)}`),
    },
    options,
  );
  assert.deepEqual(told, [
    ...["reserve 1", "prepare 2", "reserve 2", "prepare 3"],
    ...["reserve 3", "prepare 4", "reserve 4"],
  ]);
});
