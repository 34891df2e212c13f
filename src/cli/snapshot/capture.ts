import { setTimeout as sleep } from "node:timers/promises";
import { capture, writeCapture } from "../../snapshot/index.ts";
import { command } from "../shell/command.ts";
import { chooseName, clusters, providerOptions } from "../support/clusters.ts";
import { duration } from "../support/duration.ts";

export default command({
  summary: "Record a live cluster for a while, as a snapshot",
  usage: "OUT [CLUSTER]",
  options: {
    ...providerOptions,
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
    "snapshot capture incident shop --provider existing --context kind-dev --namespace shop",
  ],
  details: [
    "OUT is a directory, or an archive if its name ends with .tar.zst or .tar.gz. Recorded are objects and every change of",
    "them, events, logs of pods (also of those that go meanwhile), metrics of kubelets, of the metrics API and of pods with",
    "the annotations prometheus.io/scrape and prometheus.io/port, spans that a collector in the cluster was sent, and the",
    "alerts that the rules give for it. Secrets are taken out. Ctrl-C ends it early and keeps what there is.",
  ].join("\n"),
  async run({ options, arguments: [out = "", named], signal, report }) {
    const target = await clusters(options);
    const seconds = options.for === undefined ? 120 : duration("--for", options.for) / 1_000;
    await using cluster = await target.attach(await chooseName(named, target));
    const namespaces = options.namespace.length > 0 ? options.namespace : cluster.namespaces;
    // Ctrl-C ends the waiting, not the writing.
    const whole = new AbortController();
    await using recording = await capture(cluster.client, { namespaces, rules: options.rules, signal: whole.signal });
    const step = `record ${cluster.name}`;
    for (let done = 0; done < seconds && !signal.aborted; done += 1) {
      report({ step, state: "running", done, total: seconds, note: "seconds" });
      await sleep(1_000, undefined, { signal }).catch(() => {});
    }
    const captured = await recording.finish();
    report({ step, state: "done" });
    const bytes = await writeCapture(out, captured);
    const { objects, events, logs, samples, spans, missing } = captured.recorded;
    const counts = {
      ...{ objects: objects.length, events: events.length, logs: logs.length, samples: samples.length },
      ...{ spans: spans.length, alerts: captured.alerts.length },
    };
    return {
      data: { path: out, bytes, ...counts, missing },
      text: [
        `${out}: ${bytes} bytes`,
        ...Object.entries(counts).map(([what, count]) => `${String(count).padStart(8)}  ${what}`),
        ...missing.map((what) => `could not be had: ${what}`),
      ].join("\n"),
    };
  },
});
