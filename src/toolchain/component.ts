/** What Node calls the machine: `linux-x64`, `linux-arm64`, `darwin-arm64`. */
export type Platform = `${string}-${string}`;

export function platform(): Platform {
  return `${process.platform}-${process.arch}`;
}

/** A finished file or archive on the network, good only if its digest is the pinned one. */
export interface Download {
  readonly url: string;
  readonly digest: `sha256:${string}` | `sha512:${string}`;
  readonly packed: "no" | "tar.gz" | "zip";
  /** Path inside the archive ("" for a bare file, "folder/" for all below it) to path inside the component. */
  readonly take: Readonly<Record<string, string>>;
}

/** A package on the npm registry that happens to carry the program. */
export interface NpmCarrier {
  readonly package: string;
  readonly version: string;
  /** Digest of the inner file, so that it does not matter which registry or mirror answered. */
  readonly archive: string;
  readonly digest: `sha256:${string}`;
  readonly take: Readonly<Record<string, string>>;
}

export interface Build {
  /** Folder with go.mod and go.sum, relative to the package's root. */
  readonly module: string;
  /** Package to build, `.` if not said. */
  readonly package?: string;
  /** Variables to set at link time. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly tags?: readonly string[];
  /** Name of the file that is linked; the component's programs become links to it where they have other names. */
  readonly output: string;
}

/** How to ask a program on PATH what it is. */
export interface Ask {
  readonly args: readonly string[];
  /** The first group is the version. */
  readonly version: RegExp;
  /** The oldest version that will do, and the first that will not. */
  readonly from: string;
  readonly below: string;
}

export interface Component {
  readonly name: string;
  readonly version: string;
  /** Half a sentence for lists. */
  readonly purpose: string;
  /** The programs it brings, as files in its `bin` folder. */
  readonly programs: readonly string[];
  readonly onPath?: Readonly<Record<string, Ask>>;
  /** Files from the project's own release pages; all of them together are the component. */
  readonly downloads?: Readonly<Record<Platform, readonly Download[]>>;
  /** The same from a Go module proxy; `url` is the path below the proxy's address. */
  readonly goProxy?: Readonly<Record<Platform, Download>>;
  readonly npm?: Readonly<Record<Platform, NpmCarrier>>;
  readonly build?: Build;
}

/** Where a component came from when it was put into the cache. */
export type Source = "path" | "download" | "go proxy" | "npm" | "build";

export interface Obtained {
  readonly name: string;
  readonly version: string;
  /** Folder to put first on PATH: one file or link for each program. */
  readonly directory: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly from: Source;
}
