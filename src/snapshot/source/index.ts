export { isArchive, unpack } from "./archive.ts";
export { type Digested, digestOf } from "./digest.ts";
export { isLabel } from "./labels.ts";
export { type Arranged, arrange, type Layout, type RoledFile } from "./layout.ts";
export { checkDigests, format, manifestName, type Remarks, readManifest, remarksOf } from "./manifest.ts";
export { filesBelow, type SourceFile } from "./tree.ts";
