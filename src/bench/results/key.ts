import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { defaultKeyDirectory } from "../../evidence/index.ts";
import { notWritable } from "./files.ts";

/** The key that signs results of this user: made when first needed, beside the keys of logs, readable by nobody else. */
export async function resultKey(env: NodeJS.ProcessEnv = process.env): Promise<KeyObject> {
  const path = join(defaultKeyDirectory(env), "bench.pem");
  const pem = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" });
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, pem, { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    // It is there already, and another run may have made it this moment.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw notWritable(path, error);
  }
  return createPrivateKey(await readFile(path));
}
