import type { OperationClass } from "../evidence/index.ts";

/** From harmless to harmful. What nobody understands is worse than a look and better than a known change. */
const order: readonly OperationClass[] = ["read", "plan", "unknown", "mutate", "destroy"];

export function worse(a: OperationClass, b: OperationClass): OperationClass {
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}

/** Whether anything may be different afterwards. */
export function mayChange(kind: OperationClass): boolean {
  return kind !== "read" && kind !== "plan";
}
