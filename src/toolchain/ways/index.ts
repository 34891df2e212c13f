import type { Way } from "../way.ts";
import { build } from "./build.ts";
import { download, goProxy } from "./download.ts";
import { npm } from "./npm.ts";
import { path } from "./path.ts";

/** Cheapest and most trusted first; the one that always works where modules can be fetched, last. */
export const ways: readonly Way[] = [path, download, goProxy, npm, build];
