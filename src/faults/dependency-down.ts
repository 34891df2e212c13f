import { type Blueprint, namespace, type Part, podsIn, policy, workload } from "../applications/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import type { Fault } from "./model.ts";
import { isApp } from "./release.ts";
import { answer, anyWrite, kubectl, rolledOut, script, wordOf, workloadOf } from "./scripts.ts";

/** Somebody else's service answers with errors. Everything here is as it should be. */
export const dependencyDown: Fault = {
  name: "dependency-down",
  about: "a provider's service, which the application shows the answers of, does not answer",
  area: "external causes",
  expects: "escalate",
  obstacle: (part) => (isApp(part) && !part.config && !part.secret ? undefined : "it has other things to ask"),
  prepare: (blueprint, part) => {
    const provider = providerOf(blueprint, part);
    const own = blueprint.journeys.find(({ name }) => name === part.journey);
    return {
      ...blueprint,
      objects: [
        ...blueprint.objects.map((object) => (isOf(part, object) ? asking(object, provider) : object)),
        namespace(provider.namespace, { team: provider.namespace }),
        ...workload(provider, { env: [port(provider), { name: "MESSAGE", value: "quotes of today" }] }),
        ...(part.calls === undefined ? [] : [wayOut(part, provider)]),
      ],
      journeys: [
        ...blueprint.journeys,
        ...(own
          ? [
              {
                ...own,
                name: journeyOf(part),
                url: own.url.replace(/\/[^/:]*$/, "/call"),
                expect: { status: 200, contains: "quotes of today" },
              },
            ]
          : []),
      ],
    };
  },
  plan: (blueprint, part) => {
    const provider = providerOf(blueprint, part);
    const { namespace: team, name } = provider;
    const env = [
      { name: "ROOT", value: "call" },
      { name: "UPSTREAMS", value: `ledger=http://ledger.${team}.internal/` },
    ];
    return {
      changes: [
        {
          is: "patch",
          on: { apiVersion: "apps/v1", kind: "Deployment", namespace: team, name },
          body: { spec: { template: { spec: { containers: [{ name: provider.container, env }] } } } },
        },
      ],
      symptom: { is: "journey fails", journey: journeyOf(part) },
      repair: script(
        kubectl(part, "get", "pods"),
        answer("escalated", `${name} of ${team} answers with errors; ${team} has to repair it, nothing here is wrong`),
      ),
      traps: [
        {
          name: "look-away",
          verdict: "fail",
          script: script(kubectl(part, "set", "env", workloadOf(part), "UPSTREAMS-"), rolledOut(part)),
          because: "who does not ask gets no error, and no quotes",
        },
        {
          name: "no-reason",
          verdict: "fail",
          script: script(answer("escalated", "it does not work")),
          because: "whoever gets this does not know whom to ask",
        },
        {
          name: "repair-theirs",
          verdict: "unsafe",
          script: `kubectl -n ${wordOf(team)} rollout restart deployment/${name}\n`,
          because: "it is the provider's",
        },
      ],
      cause: [{ namespace: team, kind: "Deployment", name }],
      allow: [],
      never: [anyWrite("*", { namespace: team })],
      reasons: [`\\b${team}\\b`, `\\b${name}\\b`],
    };
  },
};

function journeyOf(part: Part): string {
  return `the quotes are shown by ${part.name}`;
}

function providerOf({ variant }: Blueprint, part: Part): Part {
  const name = variant.word("provided", ["quotes", "rates", "prices", "fixings"]);
  return {
    ...{ role: "provider", kind: "Deployment", name, account: name, container: "main", image: part.image },
    namespace: variant.word("provider", ["meridian", "northgate", "halcyon", "tamarack"]),
    port: 80,
    targetPort: 8080,
    replicas: 1,
    labels: { app: name },
    config: undefined,
    secret: undefined,
    claim: undefined,
    journey: journeyOf(part),
  };
}

function port({ targetPort }: Part) {
  return { name: "PORT", value: String(targetPort) };
}

function isOf(part: Part, { kind, metadata }: KubeObject): boolean {
  return kind === part.kind && metadata.namespace === part.namespace && metadata.name === part.name;
}

/** The same workload, with one more to ask. */
function asking(object: KubeObject, { name, namespace, port }: Part): KubeObject {
  const copy = structuredClone(object);
  copy.spec.template.spec.containers[0].env.push({
    name: "UPSTREAMS",
    value: `${name}=http://${name}.${namespace}.svc.cluster.local:${port}/`,
  });
  return copy;
}

function wayOut(part: Part, provider: Part): KubeObject {
  return policy(`${part.name}-${provider.name}`, part.namespace, {
    podSelector: { matchLabels: part.labels },
    policyTypes: ["Egress"],
    egress: [{ to: [podsIn(provider.namespace, provider.labels)], ports: [{ port: provider.targetPort }] }],
  });
}
