import type { Fault } from "./model.ts";
import { kubectl, mayChange, merge, removal, script } from "./scripts.ts";

/** A Service became an alias: callers are sent to where the service once was, or to the next release of it. */
export const serviceExternalName: Fault = {
  name: "service-external-name",
  about: "a Service is an alias for another name, instead of leading to its pods",
  area: "routing",
  obstacle: () => undefined,
  plan: ({ variant, namespaces, objects }, part) => {
    const inTwin = objects.some(
      ({ kind, metadata }) =>
        kind === "Service" && metadata.namespace === namespaces.twin && metadata.name === part.name,
    );
    const former = `${namespaces.home}-${variant.word("former", ["old", "legacy", "2019"])}`;
    const target = inTwin && variant.word("alias", ["twin", "former"]) === "twin" ? namespaces.twin : former;
    const name = `${part.name}.${target}.svc.cluster.local`;
    const cleared = { clusterIP: null, clusterIPs: null, ipFamilies: null, ipFamilyPolicy: null };
    const patch = (spec: object) => merge(part, "service", part.name, { spec });
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: "v1", kind: "Service", namespace: part.namespace, name: part.name },
          body: { spec: { type: "ExternalName", externalName: name, internalTrafficPolicy: null, ...cleared } },
          type: "merge",
        },
      ],
      symptom: { is: "journey fails", journey: part.journey },
      repair: script(patch({ type: "ClusterIP", externalName: null })),
      traps: [
        {
          name: "another-service",
          verdict: "fail",
          script: script(
            kubectl(
              part,
              ...["expose", part.kind.toLowerCase(), part.name, `--name=${part.name}-direct`],
              ...[`--port=${part.port}`, `--target-port=${part.targetPort}`],
            ),
          ),
          because: "callers know the service by its own name",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: "Service", name: part.name }],
      allow: [mayChange(part, "", "services", part.name, ["spec"])],
    };
  },
};
