import type { Fields } from "../../documents/json.ts";
import type { Materials, Operation, TerraformChange } from "../../model.ts";
import { understand } from "../../understand.ts";

/** What a shell would be given, with something on its standard input. */
export function run(shell: string, input?: string): Promise<Operation> {
  const materials: Materials = {
    version: 1,
    shell,
    directory: "/project",
    documents: [],
    findings: [],
    answers: [],
    ...(input !== undefined && { stdin: { name: "<stdin>", base64: Buffer.from(input).toString("base64") } }),
  };
  return understand(materials);
}

/** `kubectl apply` of some objects. */
export function apply(...objects: readonly Fields[]): Promise<Operation> {
  return run("kubectl apply -f -", documentsOf(objects));
}

/** `kubectl delete` of the same: nothing in them is dangerous any more. */
export function remove(...objects: readonly Fields[]): Promise<Operation> {
  return run("kubectl delete -f -", documentsOf(objects));
}

function documentsOf(objects: readonly Fields[]): string {
  return objects.map((object) => JSON.stringify(object)).join("\n---\n");
}

/** Resources of a Terraform plan. Without actions they are made, with a state before and none after destroyed. */
export async function plan(...changes: readonly Partial<TerraformChange>[]): Promise<Operation> {
  const nothing = await run("true");
  return { ...nothing, tool: "terraform", operation: "apply", class: "mutate", changes: changes.map(changeOf) };
}

function changeOf(given: Partial<TerraformChange>): TerraformChange {
  const { type = "", name = "this", before = null, after = null } = given;
  const actions = before === null ? ["create"] : after === null ? ["delete"] : ["update"];
  const about = { document: "plan.json", address: `${type}.${name}`, replaced: false, afterUnknown: {} };
  return { ...about, actions, ...given, type, name, before, after };
}

/** Services of a compose file. */
export async function compose(...services: readonly Fields[]): Promise<Operation> {
  const nothing = await run("true");
  const each = services.map((value, index) => ({
    document: "compose.yaml",
    name: `s${index}`,
    action: "run" as const,
    value,
  }));
  return { ...nothing, tool: "docker", operation: "compose up", class: "mutate", services: each };
}

type Parts = { readonly spec?: Fields; readonly containers?: readonly Fields[] };

const specOf = ({ spec = {}, containers = [{}] }: Parts): Fields => ({
  containers: containers.map((container) => ({ name: "app", image: "registry.example/app:1.4.2", ...container })),
  ...spec,
});

export function pod(parts: Parts): Fields {
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" }, spec: specOf(parts) };
}

/** A Deployment, or another kind with the same template. */
export function deployment(parts: Parts, kind = "Deployment"): Fields {
  const metadata = { name: "web", namespace: "shop" };
  return { apiVersion: "apps/v1", kind, metadata, spec: { template: { spec: specOf(parts) } } };
}

/** Any object. */
export function object(kind: string, fields: Fields, apiVersion = "v1"): Fields {
  const { metadata = {}, ...rest } = fields;
  return { apiVersion, kind, metadata: { name: "it", ...(metadata as Fields) }, ...rest };
}
