import { readdir, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { clientFor } from "../../cluster/index.ts";
import type { Client } from "../../kubernetes/index.ts";
import { capture, writeCapture } from "../../snapshot/index.ts";
import { command } from "../shell/command.ts";
import { exitCodes, UsageProblem } from "../shell/exit.ts";
import { chooseName, clusters } from "../support/clusters.ts";
import { duration } from "../support/duration.ts";

export default command({
  summary: "Record a live cluster for a while, as a snapshot",
  usage: "OUT [CLUSTER]",
  options: {
    context: {
      type: "string",
      value: "NAME",
      text: "any cluster that a kubeconfig leads to, by the name of a context",
    },
    kubeconfig: {
      type: "string",
      value: "FILE",
      text: "kubeconfig with that context; else $KUBECONFIG, ~/.kube/config",
    },
    for: { type: "string", value: "DURATION", text: "how long, such as 5m; 2m unless told" },
    namespace: {
      type: "string",
      multiple: true,
      value: "NAME",
      text: "look at these, and at the system's; all unless told",
    },
    rules: { type: "string", value: "FILE", text: "rules for alerts; those that come with airworthy unless told" },
  },
  examples: [
    "snapshot capture incident.tar.zst dev --for 5m",
    "snapshot capture incident --context kind-dev --namespace shop",
  ],
  details: [
    "OUT is a directory, or an archive if its name ends with .tar.zst or .tar.gz. Recorded are objects and every change of",
    "them, events, logs of pods (also of those that go meanwhile), metrics of kubelets, of the metrics API and of pods with",
    "the annotations prometheus.io/scrape and prometheus.io/port, spans that a collector in the cluster was sent, and the",
    "alerts that the rules give for it. Secrets are taken out. Ctrl-C ends it early and keeps what there is (exit code 130), and",
    "so does a cluster that goes away (exit code 10); the snapshot says that it is incomplete, since when, and why. With",
    "credentials for some namespaces only, name these by --namespace; what could not be read is told.",
  ].join("\n"),
  async run({ options, arguments: [out = "", named], signal, report }) {
    const seconds = options.for === undefined ? 120 : duration("--for", options.for) / 1_000;
    await requireFree(out);
    await using undo = new AsyncDisposableStack();
    const { client, name } = await reached(named, options, undo, signal);
    const namespaces = options.namespace.length > 0 ? options.namespace : undefined;
    // Ctrl-C ends the waiting, not the writing.
    const whole = new AbortController();
    await using recording = await capture(client, { namespaces, rules: options.rules, signal: whole.signal });
    const step = `record ${name}`;
    const over = new AbortController();
    void recording.lost.then(() => over.abort());
    const enough = AbortSignal.any([signal, over.signal]);
    let done = 0;
    for (; done < seconds && !enough.aborted; done += 1) {
      report({ step, state: "running", done, total: seconds, note: "seconds" });
      await sleep(1_000, undefined, { signal: enough }).catch(() => {});
    }
    const captured = await recording.finish(signal.aborted ? `interrupted after ${done} of ${seconds} s` : undefined);
    const { incomplete } = captured.recorded;
    report({ step, state: incomplete ? "failed" : "done" });
    const bytes = await writeCapture(out, captured);
    const { objects, events, logs, samples, spans, missing } = captured.recorded;
    const counts = {
      ...{ objects: objects.length, events: events.length, logs: logs.length, samples: samples.length },
      ...{ spans: spans.length, alerts: captured.alerts.length },
    };
    return {
      exitCode: exitCodeFor(incomplete !== undefined, signal.aborted),
      data: {
        ...{ path: out, bytes, ...counts, missing },
        incomplete: incomplete && { since: new Date(incomplete.since).toISOString(), reason: incomplete.reason },
      },
      text: [
        `${out}: ${bytes} bytes`,
        ...(incomplete
          ? [`incomplete: nothing after ${new Date(incomplete.since).toISOString()}: ${incomplete.reason}`]
          : []),
        ...Object.entries(counts).map(([what, count]) => `${String(count).padStart(8)}  ${what}`),
        ...missing.map((what) => `could not be had: ${what}`),
      ].join("\n"),
    };
  },
});

function exitCodeFor(incomplete: boolean, interrupted: boolean): number {
  if (!incomplete) return exitCodes.ok;
  return interrupted ? exitCodes.interrupted : exitCodes.incomplete;
}

/** Known before anybody waits for minutes. */
async function requireFree(out: string): Promise<void> {
  const found = await stat(out).catch(() => undefined);
  if (found === undefined || (found.isDirectory() && (await readdir(out)).length === 0)) return;
  throw new UsageProblem(
    "BAD_OPTION",
    `snapshot capture: ${out}: expected a new file or folder, found one with content`,
  );
}

/** One of ours by name, or whatever a context leads to; nothing is made or changed in either. */
async function reached(
  named: string | undefined,
  { context, kubeconfig }: { readonly context: string | undefined; readonly kubeconfig: string | undefined },
  undo: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<{ readonly client: Client; readonly name: string }> {
  if (context !== undefined) {
    if (named !== undefined) {
      throw new UsageProblem("BAD_OPTION", `--context: expected it or the name of a cluster, found ${named} as well`);
    }
    return { client: undo.use(await clientFor({ context, kubeconfig }, signal)), name: context };
  }
  if (kubeconfig !== undefined) {
    throw new UsageProblem("BAD_OPTION", "--kubeconfig: expected --context NAME with it, found none", {
      hint: "the current context of a kubeconfig is never taken by itself",
    });
  }
  const target = await clusters({ provider: "local", context, kubeconfig, "cluster-scope": false });
  const cluster = undo.use(await target.attach(await chooseName(named, target)));
  return { client: cluster.client, name: cluster.name };
}
