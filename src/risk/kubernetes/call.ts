import type { OperationClass, Target } from "../../evidence/index.ts";
import type { Fields } from "../documents/json.ts";
import type { Hints } from "../draft.ts";
import type { Flags } from "../flags.ts";
import type { KubernetesObject } from "../model.ts";
import type { Scene, Source } from "../scene.ts";
import { apiVersionOf, isNamespaced } from "./kinds.ts";
import { targetOf } from "./manifests.ts";
import type { Place } from "./place.ts";

/** One kubectl command, taken apart. */
export interface Call {
  readonly verb: string;
  /** What follows the verb and is no option. */
  readonly words: readonly string[];
  readonly flags: Flags;
  readonly place: Place;
  readonly scene: Scene;
}

/** What it comes to. */
export interface Act {
  readonly class: OperationClass;
  /** With the word that says which kind of the verb it is: "rollout restart". */
  readonly operation?: string;
  readonly targets?: readonly Target[];
  readonly objects?: readonly KubernetesObject[];
  readonly hints?: Hints;
  readonly output?: Source | undefined;
}

export type Verb = (call: Call) => Act | Promise<Act>;

interface Partial {
  readonly kind: string;
  readonly name: string;
  readonly apiVersion?: string;
  readonly fields?: Fields;
  readonly metadata?: Fields;
}

/** The part of an object that an imperative command gives, in the shape of a manifest. */
export function partial(call: Call, action: KubernetesObject["action"], part: Partial): KubernetesObject {
  const { kind, name, fields = {}, metadata = {} } = part;
  const apiVersion = part.apiVersion ?? apiVersionOf(kind);
  const namespaced = isNamespaced(kind, apiVersion) ?? call.place.explicit;
  const namespace = namespaced ? call.place.namespace : undefined;
  return {
    document: ["kubectl", call.verb, ...call.words].slice(0, 5).join(" "),
    index: 0,
    action,
    partial: true,
    value: {
      ...(apiVersion !== undefined && { apiVersion }),
      kind,
      metadata: { name, ...(namespace !== undefined && { namespace }), ...metadata },
      ...fields,
    },
  };
}

/** The act of changing exactly these objects. */
export function acting(
  call: Call,
  kind: OperationClass,
  objects: readonly KubernetesObject[],
  action = call.verb,
): Act {
  return { class: kind, objects, targets: objects.map((object) => targetOf(object, call.place.namespace, action)) };
}
