import type { Detector } from "../../model.ts";
import { movingTag } from "../shared/images.ts";
import { inContainers } from "../shared/pods.ts";
import { textOf } from "../shared/values.ts";

export const mutableImage: Detector = {
  tag: "k8s.mutable-image",
  level: "low",
  summary: "an image whose tag moves (latest, main, nightly, …) or is missing",
  advice: "Name the version or the digest: with a moving tag nobody can say what runs, nor go back to it.",
  detect: inContainers(({ value, name, field }) => {
    const image = textOf(value.image);
    const tag = image === undefined ? undefined : movingTag(image);
    if (tag === undefined) return undefined;
    return {
      field: field("image"),
      because: `the image of container ${name} has ${tag}: it may be another one tomorrow`,
    };
  }),
};
