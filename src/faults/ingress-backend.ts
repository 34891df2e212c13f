import type { Fault } from "./model.ts";
import { cannotBePublic, publicNameOf, withPublicName } from "./public-name.ts";
import { kubectl, mayChange, merge, removal, script } from "./scripts.ts";

/** Inside all is well. From outside the door leads to a service that is not there, or to the wrong port of it. */
export const ingressBackend: Fault = {
  name: "ingress-backend",
  about: "an Ingress leads to a Service or a port that does not exist",
  area: "ingress",
  addons: ["ingress"],
  obstacle: cannotBePublic,
  prepare: withPublicName,
  plan: (blueprint, part) => {
    const { variant } = blueprint;
    const { host, ingress, journey } = publicNameOf(blueprint, part);
    const paths = (service: object) => ({
      spec: { rules: [{ host, http: { paths: [{ path: "/", pathType: "Prefix", backend: { service } }] } }] },
    });
    const wrong =
      variant.word("slip", ["service", "port"]) === "service"
        ? { name: `${part.name}-${variant.word("service", ["v2", "svc", "web"])}`, port: { number: part.port } }
        : { name: part.name, port: { number: part.targetPort } };
    const right = { name: part.name, port: { number: part.port } };
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: "networking.k8s.io/v1", kind: "Ingress", namespace: part.namespace, name: ingress },
          body: paths(wrong),
          type: "merge",
        },
      ],
      symptom: { is: "journey fails", journey },
      repair: script(merge(part, "ingress", ingress, paths(right))),
      traps: [
        {
          name: "another-service",
          verdict: "fail",
          script: script(
            kubectl(
              part,
              ...["expose", "deployment", part.name, `--name=${part.name}-public`],
              ...[`--port=${wrong.port.number}`, `--target-port=${part.targetPort}`],
            ),
            kubectl(
              part,
              ...["patch", "ingress", ingress, "--type=merge", "-p"],
              JSON.stringify(paths({ name: `${part.name}-public`, port: wrong.port })),
            ),
          ),
          because: "there are two Services for the same pods now",
        },
        removal(part),
      ],
      cause: [{ namespace: part.namespace, kind: "Ingress", name: ingress }],
      allow: [mayChange(part, "networking.k8s.io", "ingresses", ingress, ["spec.rules"])],
    };
  },
};
