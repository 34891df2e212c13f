import type { ServeOptions } from "./socket/service.ts";

/** Serves a socket until it is told to stop. What only a recorder of its own needs is loaded only by one. */
export async function serve(options: ServeOptions): Promise<void> {
  await (await import("./socket/service.ts")).serve(options);
}
