import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { messageOf } from "../../problem/index.ts";
import { SnapshotProblem } from "../problem.ts";

export type Duck = typeof import("@duckdb/node-api");

/** Seventy megabytes of library: loaded when a snapshot is really looked into, never before. */
async function loadDuck(): Promise<Duck> {
  try {
    return await import("@duckdb/node-api");
  } catch (cause) {
    throw new SnapshotProblem("NOT_SUPPORTED", `the database for snapshots cannot be loaded: ${messageOf(cause)}`, {
      cause,
      hint: "it comes as an optional package for Linux, macOS and Windows; install again without --omit=optional",
    });
  }
}

/**
 * What no database of ours may do, whoever sends it SQL: reach files or the network, load extensions, change these settings
 * again, take more memory than it is given. These come after the settings of a place to spill to, which they forbid to change.
 */
const locked = {
  enable_external_access: "false",
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
  allow_community_extensions: "false",
  allow_unsigned_extensions: "false",
  threads: "2",
};

export interface Opened extends Disposable {
  readonly duck: Duck;
  readonly instance: DuckDBInstance;
  readonly connection: DuckDBConnection;
}

/** For whoever builds the index: writes the one file, and beside it what does not fit into memory. */
export async function createDatabase(path: string): Promise<Opened> {
  const duck = await loadDuck();
  const instance = await duck.DuckDBInstance.create(path, {
    memory_limit: "384MB",
    temp_directory: `${path}.tmp`,
    max_temp_directory_size: "8GB",
    preserve_insertion_order: "false",
    ...locked,
  });
  return await opened(duck, instance);
}

/** For whoever asks: nothing can be written, and no setting be changed. */
export async function openDatabase(path: string): Promise<Opened> {
  const duck = await loadDuck();
  const instance = await duck.DuckDBInstance.create(path, {
    access_mode: "READ_ONLY",
    memory_limit: "512MB",
    // Without a place to spill to, a query that needs more memory ends with a problem instead of filling the disk.
    temp_directory: "",
    max_temp_directory_size: "0KB",
    ...locked,
    lock_configuration: "true",
  });
  return await opened(duck, instance);
}

async function opened(duck: Duck, instance: DuckDBInstance): Promise<Opened> {
  const connection = await instance.connect();
  return {
    duck,
    instance,
    connection,
    [Symbol.dispose]() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
