import assert from "node:assert/strict";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { buildImage } from "./build.ts";
import { listImages } from "./list.ts";
import { pruneImages } from "./prune.ts";
import { openWorkshop, type Workshop } from "./testing/recipes.ts";

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
  await shop.recipe("plain", "about: with a package\npackages: [tini]\nomit: [libc6]\n", { "etc/motd": "one\n" });
  await shop.recipe("program", "about: with a program\ntoolchain: [/coredns]\nentrypoint: [/coredns]\n");
});
after(() => shop[Symbol.asyncDispose]());

const options = (cache: string) => ({
  cacheRoot: shop.cache(cache),
  recipes: shop.recipes,
  binaries: { kube: shop.kube },
});
const unusedSince = new Date("2021-01-01");

/** Makes everything in the cache look as if nobody had used it for years. */
async function age(cache: string): Promise<string[]> {
  const entries = await readdir(shop.cache(cache), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) await utimes(file, new Date("2020-01-01"), new Date("2020-01-01"));
  return files.sort();
}

test("an image of an older recipe goes with its layers; today's images stay, however old", async () => {
  const { cacheRoot } = options("recipe");
  const old = await buildImage("plain", options("recipe"));
  await shop.recipe("plain", "about: with a package\npackages: [tini]\nomit: [libc6]\n", { "etc/motd": "two\n" });
  const current = await buildImage("plain", options("recipe"));
  const program = await buildImage("program", options("recipe"));
  assert.equal(await pruneImages({ ...options("recipe"), unusedSince }), 0, "all were used just now");
  await age("recipe");
  assert.ok((await pruneImages({ ...options("recipe"), unusedSince })) > (old.layers[0]?.size ?? Number.NaN));
  const left = new Set(await readdir(join(cacheRoot, "blobs/sha256")));
  const parts = ({ manifest, config, layers }: typeof old) =>
    [manifest, config, ...layers].map(({ digest }) => left.has(digest.slice("sha256:".length)));
  assert.deepEqual(parts(old), [false, false, false]);
  assert.deepEqual([...parts(current), ...parts(program)], [true, true, true, true, true, true, true]);
  const listed = await listImages(options("recipe"));
  assert.deepEqual(
    listed.map(({ digest }) => digest),
    [current.digest, program.digest],
  );
});

test("an image that was used lately stays, whatever the recipes say today", async () => {
  const old = await buildImage("plain", options("used"));
  await age("used");
  assert.deepEqual(await buildImage("plain", options("used")), old);
  await shop.recipe("plain", "about: with another package\n", { "etc/motd": "three\n" });
  await pruneImages({ ...options("used"), unusedSince });
  const left = new Set(await readdir(join(shop.cache("used"), "blobs/sha256")));
  assert.ok(old.layers.every(({ digest }) => left.has(digest.slice("sha256:".length))));
});

test("a cache that is not there is no error, and pruning twice removes nothing more", async () => {
  assert.equal(await pruneImages({ ...options("nowhere"), unusedSince }), 0);
  await buildImage("plain", options("twice"));
  await age("twice");
  await pruneImages({ ...options("twice"), unusedSince });
  const left = await age("twice");
  assert.equal(await pruneImages({ ...options("twice"), unusedSince }), 0);
  assert.deepEqual(await age("twice"), left);
});
