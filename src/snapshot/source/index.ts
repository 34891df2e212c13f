export { isArchive, unpack } from "./archive.ts";
export { type Digested, digestOf } from "./digest.ts";
export { isLabel } from "./labels.ts";
export { type Arranged, arrange, type Layout, manifestName, type Role, type RoledFile } from "./layout.ts";
export { filesBelow, type SourceFile } from "./tree.ts";
