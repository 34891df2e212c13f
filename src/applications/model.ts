import type { Capability } from "../cluster/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import type { Variant } from "./variant.ts";

/** A system of several services that people use, with state to lose and neighbours to disturb. */
export interface Application {
  readonly name: string;
  readonly about: string;
  readonly needs: readonly Capability[];
  build(variant: Variant): Blueprint;
}

/** An application with the names and numbers of one variant: everything about it, before anything of it exists. */
export interface Blueprint {
  readonly application: string;
  readonly variant: Variant;
  /** `home` is where it lives; others are neighbours: a twin with like names, another team. */
  readonly namespaces: {
    readonly home: string;
    readonly twin: string;
    readonly other: string;
    readonly clients: string;
  };
  /** The services it is made of, by what they do: `front`, `store`, … */
  readonly parts: Readonly<Record<string, Part>>;
  /** In the order in which they are made. */
  readonly objects: readonly KubeObject[];
  /** What its users do with it, and what must stay impossible. */
  readonly journeys: readonly Journey[];
  /** Written before anything is broken, and still to be there at the end. */
  readonly memory: Memory;
}

/** Where a service is in the cluster. Every part has a workload with one container, and a Service of the same name. */
export interface Part {
  readonly role: string;
  readonly kind: "Deployment" | "StatefulSet";
  readonly namespace: string;
  readonly name: string;
  readonly container: string;
  /** Of the Service; the container listens on `targetPort`. */
  readonly port: number;
  readonly targetPort: number;
  readonly replicas: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly image: string;
  readonly account: string;
  readonly config: string | undefined;
  readonly secret: string | undefined;
  readonly claim: string | undefined;
  /** What users can no longer do when it fails: the name of a journey. */
  readonly journey: string;
  /** Roles of the parts that it calls, by their names in DNS. */
  readonly callees?: readonly string[];
  /** NetworkPolicies, where there are: who may call it, and whom it may call. */
  readonly callers?: string;
  readonly calls?: string;
  /** A ConfigMap that it reads through the API, and what gives it the right to. */
  readonly reads?: { readonly configMap: string; readonly role: string; readonly binding: string };
  /** Roles of the parts that it asks, by the addresses in its ConfigMap's `UPSTREAMS`. */
  readonly asks?: readonly string[];
  /** Its requests compute: a limit on the processor shows. */
  readonly computes?: boolean;
  /** The CronJob that works for it, the ConfigMap that tells where, and the journey that shows whether it does. */
  readonly job?: Readonly<Record<"name" | "container" | "config" | "journey", string>>;
}

export interface Journey {
  /** A sentence: "visitors see the front page". */
  readonly name: string;
  readonly from: Place;
  /** What is called from there. */
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly body?: string;
  /** `host:port` to connect to, where no DNS knows the name in the URL. */
  readonly at?: string;
  /** A file in the pod with the authorities that the caller trusts. */
  readonly trust?: string;
  /** `blocked`: must not get through, whatever else is repaired. */
  readonly expect: { readonly status: number; readonly contains?: string | readonly string[] } | "blocked";
  /** Instead of a call: this CronJob of the namespace does its work once, now. `url` says so in words. */
  readonly job?: string;
}

/** Pods from which something is tried: the first running one with these labels. */
export interface Place {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface Memory {
  readonly write: readonly Journey[];
  readonly read: readonly Journey[];
}
