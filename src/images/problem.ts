import { Problem } from "../problem/index.ts";

export type ImageCode =
  | "BAD_RECIPE"
  | "BAD_REFERENCE"
  | "UNKNOWN_IMAGE"
  | "NO_APT"
  | "PACKAGES"
  | "TOOLCHAIN"
  | "MALFORMED_ARCHIVE"
  | "CORRUPT"
  | "UPSTREAM";

export class ImageProblem extends Problem<ImageCode> {}
