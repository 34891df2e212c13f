import { isKnown } from "../../words.ts";

const moving =
  /^(latest|main|master|trunk|head|edge|nightly|dev|develop|development|canary|snapshot|stable|current|rolling|unstable|next|lts)$/;

/** In words, why an image may be another one tomorrow; undefined where a version or digest pins it. */
export function movingTag(image: string): string | undefined {
  // What is filled in later cannot be judged.
  if (image.includes("@") || image.includes("$") || image.includes("{{") || !isKnown(image)) return undefined;
  const last = image.slice(image.lastIndexOf("/") + 1);
  const colon = last.indexOf(":");
  if (colon === -1) return "no tag";
  const tag = last.slice(colon + 1);
  return moving.test(tag.toLowerCase()) ? `the moving tag "${tag}"` : undefined;
}
