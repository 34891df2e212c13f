import { createPrivateKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { EvidenceProblem, keyId, rawPublicKey, type Sign, signer } from "../format/index.ts";
import { isMissing } from "./disk.ts";
import { placeFile } from "./files.ts";

export interface SigningKey {
  readonly id: string;
  /** 32 bytes. */
  readonly publicKey: Buffer;
  readonly path: string;
  readonly sign: Sign;
}

/**
 * The private keys of a user or a recorder, each in a file named by its id, so that a process which meets an entry of a
 * new key finds the other half. Whoever reads these files can write history; they are for one user only.
 */
export class KeyStore {
  readonly directory: string;
  readonly #loaded = new Map<string, SigningKey>();

  constructor(directory: string) {
    this.directory = directory;
  }

  async create(): Promise<SigningKey> {
    const { privateKey } = generateKeyPairSync("ed25519");
    const id = keyId(rawPublicKey(privateKey));
    await placeFile(this.pathOf(id), Buffer.from(privateKey.export({ format: "pem", type: "pkcs8" })), 0o600);
    return this.load(id);
  }

  load(id: string): SigningKey {
    const loaded = this.#loaded.get(id);
    if (loaded) return loaded;
    const path = this.pathOf(id);
    const pem = this.#read(path, `the log is signed by key ${id} now`);
    const privateKey = parse(pem, path);
    const publicKey = rawPublicKey(privateKey);
    if (keyId(publicKey) !== id) {
      throw new EvidenceProblem("BAD_KEY", `${path}: expected key ${id}, found key ${keyId(publicKey)}`, {
        hint: "the file was renamed or replaced; put the right key back",
      });
    }
    const key = { id, publicKey, path, sign: signer(privateKey) };
    this.#loaded.set(id, key);
    return key;
  }

  /** For a key that was made in vain. */
  async forget(id: string): Promise<void> {
    this.#loaded.delete(id);
    await rm(this.pathOf(id), { force: true });
    await rm(this.#secretPath(id), { force: true });
  }

  pathOf(id: string): string {
    return join(this.directory, `${id}.pem`);
  }

  /** The secret of the log that began with this key. */
  async createSecret(firstKey: string): Promise<void> {
    await placeFile(this.#secretPath(firstKey), randomBytes(32), 0o600);
  }

  secret(firstKey: string): Buffer {
    const path = this.#secretPath(firstKey);
    const bytes = this.#read(path, "what is redacted gets its digest with it");
    if (bytes.length === 32) return bytes;
    throw new EvidenceProblem("BAD_KEY", `${path}: expected 32 bytes, found ${bytes.length}`, {
      hint: "put the right file back from a copy",
    });
  }

  #secretPath(firstKey: string): string {
    return join(this.directory, `${firstKey}.secret`);
  }

  #read(path: string, why: string): Buffer {
    try {
      refuseUnsafe(path, 0o077, "600");
      // Whoever may write to the directory can put another key in its place.
      refuseUnsafe(this.directory, 0o022, "700");
      return readFileSync(path);
    } catch (error) {
      if (error instanceof EvidenceProblem) throw error;
      const found = isMissing(error) ? "found no such file" : `it cannot be read: ${(error as Error).message}`;
      throw new EvidenceProblem("UNKNOWN_KEY", `${path}: expected a private file of this log (${why}), ${found}`, {
        cause: error,
        hint: "write as the user who has the key, or name its directory in AIRWORTHY_KEYS; reading needs no key",
      });
    }
  }
}

function refuseUnsafe(path: string, forbidden: number, right: string): void {
  // Windows has access lists; its mode says nothing.
  if (process.platform === "win32") return;
  const mode = statSync(path).mode & 0o777;
  if ((mode & forbidden) === 0) return;
  throw new EvidenceProblem(
    "UNSAFE_KEY",
    `${path}: expected nobody else to have access (mode ${right}), found mode ${mode.toString(8)}`,
    { hint: `chmod ${right} ${path}, and think about who may have copied or replaced it` },
  );
}

function parse(pem: Buffer, path: string) {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new EvidenceProblem("BAD_KEY", `${path}: expected a private key in PKCS #8 PEM, found something else`, {
      cause,
      hint: "put the right file back from a copy",
    });
  }
}
