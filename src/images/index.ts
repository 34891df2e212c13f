export { type NamedImage, writeArchive } from "./archive.ts";
export { type BuildOptions, type BuiltImage, buildImage } from "./build.ts";
export type { Binaries } from "./inputs.ts";
export { type ListedImage, listImages } from "./list.ts";
export { STAND_IN } from "./oci.ts";
export { type ImageCode, ImageProblem } from "./problem.ts";
export { parseReference, type Reference } from "./reference.ts";
export { createRegistry, type Registry, type RegistryOptions } from "./registry/server.ts";
export { OWN_REGISTRY, type Resolved, resolve } from "./resolve.ts";
