import { ApiProblem, type Client, type KubeObject } from "../../kubernetes/index.ts";
import { patient } from "../../process/index.ts";
import type { Gaps } from "./gaps.ts";
import type { LogLine } from "./model.ts";

/** Containers whose output is taken piece by piece, so that what a pod said stays when the pod is gone. */
export class LogReader {
  readonly lines: LogLine[] = [];
  readonly #client: Client;
  readonly #gaps: Gaps;
  /** The time of the last line of each container. */
  readonly #until = new Map<string, string>();
  /** Restarts of which the output before was taken. */
  readonly #restarts = new Map<string, number>();
  readonly #most: number;

  constructor(client: Client, gaps: Gaps, most = 200_000) {
    this.#client = client;
    this.#gaps = gaps;
    this.#most = most;
  }

  /** Takes what these pods said since they were asked before, and what a container said before it was restarted. */
  async take(pods: readonly KubeObject[], signal: AbortSignal): Promise<void> {
    await Promise.all(pods.map((pod) => this.#takePod(pod, signal)));
  }

  async #takePod(pod: KubeObject, signal: AbortSignal): Promise<void> {
    const statuses: { name: string; restartCount?: number; containerID?: string }[] = [
      ...(pod.status?.initContainerStatuses ?? []),
      ...(pod.status?.containerStatuses ?? []),
    ];
    for (const { name, restartCount = 0, containerID } of statuses) {
      const key = `${pod.metadata.uid}/${name}`;
      if (restartCount > (this.#restarts.get(key) ?? 0)) {
        this.#restarts.set(key, restartCount);
        await this.#read(pod, name, key, true, signal);
      }
      // Without an id it never ran: there is nothing to ask for.
      if (containerID) await this.#read(pod, name, key, false, signal);
    }
  }

  async #read(pod: KubeObject, container: string, key: string, previous: boolean, signal: AbortSignal): Promise<void> {
    const { namespace = "", name, labels = {} } = pod.metadata;
    const since = this.#until.get(key);
    const query = new URLSearchParams({ container, timestamps: "true", limitBytes: String(4 * 1024 * 1024) });
    if (previous) query.set("previous", "true");
    else if (since !== undefined) query.set("sinceTime", since.replace(/\.\d+Z$/, "Z"));
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/log?${query}`;
    // A container that is just being made or gone has no output to give: that is no news.
    const limited = AbortSignal.any([signal, AbortSignal.timeout(patient(20_000))]);
    const text = await this.#client.request<unknown>("GET", path, { signal: limited }).catch((thrown: unknown) => {
      const denied = thrown instanceof ApiProblem && thrown.code === "DENIED";
      if (denied) this.#gaps.add(`logs of pods in ${namespace}: no right to read them`);
      return "";
    });
    let until = since ?? "";
    for (const line of typeof text === "string" ? text.split("\n") : [JSON.stringify(text)]) {
      const [, time, body] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (.*)$/s.exec(line) ?? [];
      if (time === undefined || body === undefined || time <= (since ?? "")) continue;
      if (time > until) until = time;
      if (this.lines.length >= this.#most) {
        this.#gaps.add(`logs: more than ${this.#most} lines, the rest was left out`);
        continue;
      }
      this.lines.push({ time, namespace, pod: name, container, service: labels.app, body: body.slice(0, 8192) });
    }
    if (until !== "") this.#until.set(key, until);
  }
}
