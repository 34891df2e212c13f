import type { OperationClass } from "../../evidence/index.ts";
import type { Fields } from "../documents/json.ts";
import { classOfWrite, fileTarget } from "../files.ts";
import { hole } from "../words.ts";
import { type Act, acting, type Call, partial, type Verb } from "./call.ts";
import { type Named, readNames, targetsOf } from "./names.ts";

const podOf = (word: string): Named[] =>
  word.includes("/") ? readNames([word]) : [{ kind: "Pod", apiVersion: "v1", namespaced: true, name: word }];

const placeIn = (call: Call, name: string) => `pod ${call.place.namespace ?? "default"}/${name}`;

/** What runs inside the pod decides: a look stays a look, a shell may do anything. */
export const exec: Verb = async (call) => {
  const [first = "*", ...older] = call.words;
  const command = call.flags.rest.length > 0 ? call.flags.rest : older;
  const kind = await classInside(call, first, command);
  return { class: kind, targets: targetsOf(podOf(first), "exec", call.place, call.flags) };
};

async function classInside(call: Call, name: string, command: readonly string[]): Promise<OperationClass> {
  if (command.length === 0) {
    call.scene.unknown(`what is typed into ${placeIn(call, name)} is known only when the command runs`);
    return "unknown";
  }
  const { class: kind } = await call.scene.with({ inside: placeIn(call, name), input: undefined }).look(command);
  return kind;
}

export const attach: Verb = (call) => {
  const [name = "*"] = call.words;
  call.scene.unknown(`what is typed into ${placeIn(call, name)} is known only when the command runs`);
  return { class: "unknown", targets: targetsOf(podOf(name), "attach", call.place, call.flags) };
};

/** A way in; what goes through it is seen by nobody here. */
export const tunnel: Verb = (call) => {
  call.scene.unknown(`what goes through kubectl ${call.verb} is known only when it runs`);
  const [name] = call.words;
  const targets =
    call.verb === "port-forward" && name ? targetsOf(podOf(name), "port-forward", call.place, call.flags) : [];
  return { class: "unknown", targets };
};

/** `kubectl cp FROM TO`: the side with a colon is the pod's. */
export const copy: Verb = (call) => {
  const [from = "", to = ""] = call.words;
  const side = (word: string) => /^(?:([^/:]+)\/)?([^/:]+):/.exec(word);
  const [into, outOf] = [side(to), side(from)];
  const target = (match: RegExpExecArray | null, action: string) =>
    targetsOf(
      podOf(match?.[2] ?? "*"),
      action,
      { ...call.place, namespace: match?.[1] ?? call.place.namespace },
      call.flags,
    );
  if (into) return { class: "mutate", targets: target(into, "copy into") };
  if (!outOf) return { class: "unknown" };
  const path = call.scene.path(to);
  return { class: classOfWrite(path), targets: [...target(outOf, "read"), fileTarget(path, "write")] };
};

/** A container beside the others of a pod, a copy of it, or a pod with the node's file system. */
export const debug: Verb = async (call) => {
  const [first = "*"] = call.words;
  const [type, name = ""] = first.split("/");
  const command = call.flags.rest;
  const container: Fields = {
    image: call.flags.value("image") ?? hole,
    ...(command.length > 0 && { command: [...command] }),
    ...(call.flags.value("profile") === "sysadmin" && { securityContext: { privileged: true } }),
  };
  const kind = command.length === 0 ? "unknown" : await classInside(call, first, command);
  if (command.length === 0)
    call.scene.unknown(`what is typed into the container for ${first} is known only when it runs`);
  if (type === "node" || type === "nodes" || type === "no") {
    const spec = {
      nodeName: name,
      hostPID: true,
      hostIPC: true,
      hostNetwork: true,
      volumes: [{ hostPath: { path: "/" } }],
    };
    const pod = partial(call, "create", {
      kind: "Pod",
      name: `node-debugger-${name}-*`,
      fields: { spec: { ...spec, containers: [container] } },
    });
    const act = acting(call, worst(kind), [pod], "create");
    const node = { kind: "Node", apiVersion: "v1", namespaced: false, name };
    return { ...act, targets: [...targetsOf([node], "debug", call.place, call.flags), ...(act.targets ?? [])] };
  }
  return beside(call, podOf(first), container, kind);
};

const worst = (kind: OperationClass): OperationClass => (kind === "destroy" ? "destroy" : "mutate");

function beside(call: Call, pods: readonly Named[], container: Fields, kind: OperationClass): Act {
  const copyTo = call.flags.value("copy-to");
  const objects = pods.map((pod) =>
    copyTo === undefined
      ? partial(call, "patch", {
          kind: pod.kind,
          name: pod.name,
          fields: { spec: { ephemeralContainers: [container] } },
        })
      : partial(call, "create", { kind: "Pod", name: copyTo, fields: { spec: { containers: [container] } } }),
  );
  return acting(call, worst(kind), objects, "debug");
}
