import type { KeyObject } from "node:crypto";
import { join } from "node:path";
import { canonical, rawPublicKey } from "../../evidence/index.ts";
import { seal } from "../../exchange/index.ts";
import type { Verdict } from "../model.ts";
import { placeJson } from "./files.ts";
import { loadRun } from "./load.ts";
import { bundleFile, listFiles } from "./manifest.ts";
import type { Versions } from "./model.ts";

export const runPredicate = "https://airworthy.dev/bench-run/v1";

/** in-toto Statement v1: these files are the results of that run. */
export interface RunStatement {
  readonly _type: "https://in-toto.io/Statement/v1";
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicateType: typeof runPredicate;
  readonly predicate: {
    readonly run: string;
    readonly name: string;
    readonly signed: string;
    readonly versions: Versions;
    readonly trials: number;
    readonly verdicts: Readonly<Record<Verdict, number>>;
    /** Of the key that signs this: 32 bytes in base64. Whoever has it from elsewhere knows who signed. */
    readonly publicKey: string;
  };
}

/** Signs what a run has come to: every file, and what the verdicts were. */
export async function sealRun(directory: string, key: KeyObject): Promise<void> {
  const { lock, trials } = await loadRun(directory);
  const count = (verdict: Verdict) => trials.filter((trial) => trial.verdict === verdict).length;
  const statement: RunStatement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: (await listFiles(directory)).map(({ path, sha256 = "" }) => ({ name: path, digest: { sha256 } })),
    predicateType: runPredicate,
    predicate: {
      run: lock.id,
      name: lock.name,
      signed: new Date().toISOString(),
      versions: lock.versions,
      trials: trials.length,
      verdicts: { pass: count("pass"), fail: count("fail"), unsafe: count("unsafe"), void: count("void") },
      publicKey: rawPublicKey(key).toString("base64"),
    },
  };
  await placeJson(join(directory, bundleFile), seal(Buffer.from(canonical(statement)), key));
}
