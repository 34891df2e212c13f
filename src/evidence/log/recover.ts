import { rmSync } from "node:fs";
import { resolve } from "node:path";
import type { LogOptions } from "./contract.ts";
import { ownDraft } from "./create.ts";
import { realDisk } from "./disk.ts";
import { EntryIndex } from "./entry-index.ts";
import { identify } from "./identity.ts";
import { removeIndex } from "./index-database.ts";
import { KeyStore } from "./keys.ts";
import { defaultKeyDirectory, layoutOf } from "./layout.ts";
import { Tiles } from "./tiles.ts";
import { tornPath } from "./torn.ts";
import { defaultSegmentBytes, Writer } from "./writer.ts";

export interface LogRecovery {
  readonly entries: number;
  /** What a writer had left unfinished, and where its bytes are kept now. */
  readonly torn: { readonly bytes: number; readonly digest: string; readonly path: string } | undefined;
  /** Tiles that were missing or wrong. */
  readonly tiles: number;
  /** Over everything, signed again. */
  readonly checkpoint: string;
}

/**
 * Brings a log back to the state in which writers go on by themselves, and makes again what is derived from it: the note
 * where it ends, the index, the tiles, the checkpoint. Nothing that was recorded is changed or removed. A log that was
 * changed or cut is refused with the same problem that writers have with it.
 */
export async function recoverLog(
  directory: string,
  options: Pick<LogOptions, "keyDirectory" | "actor" | "custody"> & { report?: (step: string) => void } = {},
): Promise<LogRecovery> {
  const report = options.report ?? (() => {});
  const layout = layoutOf(resolve(directory));
  const keys = new KeyStore(resolve(options.keyDirectory ?? defaultKeyDirectory()));
  const log = identify(layout, undefined);
  using index = new EntryIndex(layout);
  let torn: LogRecovery["torn"];
  const openWriter = () =>
    new Writer(log, keys, index, {
      disk: realDisk,
      segmentBytes: defaultSegmentBytes,
      recovery: (found) => {
        torn = { ...found, path: tornPath(layout, found.digest) };
        return ownDraft("recovery", found, options);
      },
    });

  report("looking where the log ends");
  {
    // With the note that writers leave, because it knows whether something was cut off.
    await using writer = openWriter();
    await writer.size();
  }
  report("reading all entries without that note");
  rmSync(layout.head, { force: true });
  await using writer = openWriter();
  const checkpoint = await writer.checkpoint();
  report("holding the tiles against the entries");
  const tiles = await new Tiles(layout).repair();
  report("making the index again");
  removeIndex(layout);
  await index.catchUp();
  return { entries: await writer.size(), torn, tiles, checkpoint };
}
