import { readFile } from "node:fs/promises";

/** Our own version, from the package that this file was installed with. */
export async function version(): Promise<string> {
  // The package's root is three folders up both in the sources and in the built tree, which keeps the same shape.
  const text = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
