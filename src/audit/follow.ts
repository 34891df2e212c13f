import type { KubeObject } from "../kubernetes/index.ts";
import type { AuditEvent } from "./event.ts";
import { changedFields } from "./fields.ts";
import { codeOf, isWrite, parametersOf, verbOf, type Write } from "./write.ts";

/**
 * Everything that a user did to a cluster, by its own hand or by one it made: with a token it had issued, from a pod it
 * created or entered, by a workload it was the author of. The whole log is followed, also what others did, because a
 * change of a field shows only against the state before.
 */
export async function writesOf(
  user: string,
  events: AsyncIterable<AuditEvent>,
  before: readonly KubeObject[] = [],
): Promise<Write[]> {
  const states = new Map(before.map((object) => [object.metadata?.uid as string, object]));
  const hands = new Hands(user);
  const writes: Write[] = [];
  for await (const event of events) {
    const through = hands.holding(event);
    const previous = states.get(uidOf(event.responseObject) ?? "");
    if (through !== undefined && isWrite(event)) writes.push(toWrite(event, through, previous));
    hands.learn(event, through);
    remember(states, event);
  }
  return writes;
}

/** A status is part of its object; `scale` answers for another one; other subresources say nothing about a state. */
function remember(states: Map<string, KubeObject>, { objectRef, responseObject: now }: AuditEvent): void {
  const uid = uidOf(now);
  if (uid === undefined || now === undefined) return;
  const { subresource = "status" } = objectRef ?? {};
  const known = states.get(uid);
  if (subresource === "status") states.set(uid, now);
  else if (subresource === "scale" && known) states.set(uid, scaled(known, now));
}

function scaled(object: KubeObject, scale: KubeObject): KubeObject {
  return { ...object, spec: { ...object.spec, replicas: scale.spec?.replicas ?? 0 } };
}

function uidOf(object: KubeObject | undefined): string | undefined {
  return object?.metadata?.uid;
}

function toWrite(event: AuditEvent, through: string, previous: KubeObject | undefined): Write {
  const { objectRef: ref = {}, responseObject: result } = event;
  const after = previous && result && ref.subresource === "scale" ? scaled(previous, result) : result;
  const command = parametersOf(event).getAll("command");
  return {
    id: event.auditID,
    time: event.requestReceivedTimestamp,
    user: event.impersonatedUser?.username ?? event.user.username,
    through: through === "" ? undefined : through,
    verb: verbOf(event),
    group: ref.apiGroup ?? "",
    resource: ref.resource ?? "",
    subresource: ref.subresource,
    namespace: ref.namespace,
    name: ref.name ?? result?.metadata?.name,
    allowed: codeOf(event) < 400,
    code: codeOf(event),
    changed: previous?.kind === after?.kind && previous && after ? changedFields(previous, after) : [],
    sent: event.requestObject,
    result,
    command: command.length === 0 ? undefined : command,
  };
}

const credential = "authentication.kubernetes.io/credential-id";
const issued = "authentication.kubernetes.io/issued-credential-id";
const podName = "authentication.kubernetes.io/pod-name";

/** What acts for the user: credentials it was given, and things that it made and that run. */
class Hands {
  readonly #user: string;
  /** Ids of credentials, with where they come from. */
  readonly #credentials = new Map<string, string>();
  /** Uids of what it made: whatever is made for these is made for it. */
  readonly #made = new Map<string, string>();
  /** `namespace/name` of pods that run what it wants. */
  readonly #pods = new Map<string, string>();

  constructor(user: string) {
    this.#user = user;
  }

  /** The empty text for its own hand, else whose hand it was; undefined for others. */
  holding({ user }: AuditEvent): string | undefined {
    if (user.username === this.#user) return "";
    const token = user.extra?.[credential]?.[0];
    const byToken = token === undefined ? undefined : this.#credentials.get(token);
    if (byToken !== undefined) return byToken;
    const [, , namespace] = user.username.split(":");
    const pod = user.extra?.[podName]?.[0];
    return pod === undefined ? undefined : this.#pods.get(`${namespace}/${pod}`);
  }

  learn(event: AuditEvent, through: string | undefined): void {
    if (codeOf(event) >= 400) return;
    const { verb, objectRef: ref = {}, responseObject: result, annotations } = event;
    const place = `${ref.namespace}/${ref.name ?? result?.metadata?.name}`;
    const uid = uidOf(result);
    if (through !== undefined) {
      const token = annotations?.[issued];
      if (token !== undefined) this.#credentials.set(token, `token of ${place}`);
      if (verb === "create" && ref.subresource === undefined && uid) this.#made.set(uid, `${ref.resource} ${place}`);
      if (ref.resource === "pods" && ["exec", "attach"].includes(ref.subresource ?? "")) {
        this.#pods.set(place, `pod ${place}`);
      }
      if (verb === "create" && ref.resource === "pods" && ref.subresource === undefined) {
        this.#pods.set(place, `pod ${place}`);
      }
    } else if (verb === "create" && uid !== undefined && ref.subresource === undefined) {
      // Controllers make ReplicaSets, Jobs and pods for their owners.
      const owners = (result?.metadata?.ownerReferences ?? []) as readonly { uid: string }[];
      const author = owners.map((owner) => this.#made.get(owner.uid)).find((found) => found !== undefined);
      if (author === undefined) return;
      this.#made.set(uid, author);
      if (ref.resource === "pods") this.#pods.set(place, author);
    }
  }
}
