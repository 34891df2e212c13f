import type { Blueprint, Part } from "../applications/index.ts";
import type { Fault } from "./model.ts";
import { isApp, releaseAtOnce } from "./release.ts";
import { kubectl, mayChangeWorkload, removal, restart, rolledOut, script, workloadOf } from "./scripts.ts";

/** Before it starts, it waits for a service to answer that has never been there under this name. */
export const initWaits: Fault = {
  name: "init-waits",
  about: "an init container waits for a service that does not exist",
  area: "configuration and secrets",
  obstacle: (part) => (isApp(part) ? undefined : "it waits for nobody"),
  plan: (blueprint, part) => {
    const awaited = awaitedBy(blueprint, part);
    const missing = `${awaited.name}-${blueprint.variant.word("suffix", ["svc", "service", "internal", "primary"])}`;
    const waiting = (host: string) => ({
      name: "wait",
      image: "airworthy.local/toolbox",
      command: ["sh", "-c", 'until getent hosts "$HOST"; do echo "waiting for $HOST"; sleep 1; done'],
      env: [{ name: "HOST", value: host }],
      resources: { requests: { cpu: "1m", memory: "8Mi" } },
    });
    const patch = (host: string) => {
      const initContainers = [{ name: "wait", env: [{ name: "HOST", value: host }] }];
      return JSON.stringify({ spec: { template: { spec: { initContainers } } } });
    };
    return {
      changes: [releaseAtOnce(part, { pod: { initContainers: [waiting(missing)] } })],
      symptom: { is: "pods wait", part: part.role, reason: "PodInitializing" },
      repair: script(kubectl(part, "patch", workloadOf(part), "-p", patch(awaited.name)), rolledOut(part)),
      traps: [
        {
          name: "service-of-that-name",
          verdict: "fail",
          script: script(
            kubectl(part, "create", "service", "clusterip", missing, `--tcp=${awaited.port}:${awaited.targetPort}`),
            rolledOut(part),
          ),
          because: "there is a second Service now that leads nowhere, only to be waited for",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: part.kind, name: part.name }],
      allow: [mayChangeWorkload(part, "spec.template.spec.initContainers", restart)],
    };
  },
};

function awaitedBy({ parts }: Blueprint, part: Part): Part {
  return Object.values(parts).find(({ role }) => role !== part.role) ?? part;
}
