import assert from "node:assert/strict";
import { readdir, readFile, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type News, run } from "../process/index.ts";
import { writeArchive } from "./archive.ts";
import { type BuiltImage, buildImage } from "./build.ts";
import { listImages } from "./list.ts";
import { openWorkshop, type Workshop } from "./testing/recipes.ts";

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
  await shop.recipe("base", "about: with a package\npackages: [tini]\nomit: [libc6]\n", { "etc/motd": "hello\n" });
  await shop.recipe("top", "about: on top\nextends: base\ntoolchain: [/coredns]\nentrypoint: [/coredns]\n", {
    "etc/top": "x\n",
  });
  await shop.recipe("files", "about: only files\nstandsInFor: [{names: [example.com/files]}]\n", {
    "etc/motd": "hello\n",
  });
});
after(() => shop[Symbol.asyncDispose]());

const options = (cache: string) => ({
  cacheRoot: shop.cache(cache),
  recipes: shop.recipes,
  binaries: { kube: shop.kube },
});
const blobsOf = async (image: BuiltImage) => {
  const all = [image.manifest, image.config, ...image.layers];
  return Promise.all(all.map(({ digest }) => readFile(join(image.blobs, digest.slice(7)))));
};

test("two builds in two places give the same bytes", async () => {
  const [one, two] = [await buildImage("top", options("one")), await buildImage("top", options("two"))];
  assert.notEqual(one.blobs, two.blobs);
  assert.deepEqual(await blobsOf(one), await blobsOf(two));
});

test("the bytes of a known image are frozen", async () => {
  const image = await buildImage("files", options("one"));
  assert.equal(image.layers[0]?.digest, "sha256:0afe25cdadc117f81ab8a2bb1c68cb0e8f561ce484b6b84fd6447a1c71acf67f");
});

test("file times and the umask of whoever checked the recipe out change nothing", async () => {
  const before = await buildImage("files", options("one"));
  const path = join(shop.recipes, "files/files/etc/motd");
  await utimes(path, new Date(1e12), new Date(1e12));
  await run("chmod", ["600", path]);
  assert.equal((await buildImage("files", options("times"))).digest, before.digest);
});

test("a layer holds the packages' files below the recipe's own, and the binary's layer comes before those that use it", async () => {
  const image = await buildImage("top", options("one"));
  const lists = await Promise.all(
    image.layers.map(async ({ digest }) =>
      (await run("tar", ["-tf", join(image.blobs, digest.slice(7))])).stdout.split("\n"),
    ),
  );
  assert.equal(lists.length, 3);
  assert.ok(lists[0]?.includes("usr/bin/tini-static") && lists[0].includes("etc/motd"));
  assert.ok(!lists[0]?.some((path) => path.startsWith("usr/share/doc/")));
  assert.ok(lists[1]?.includes("usr/local/lib/airworthy/kube"));
  assert.ok(lists[2]?.includes("coredns") && !lists[2].includes("usr/bin/tini-static"));
});

test("a changed recipe, file or binary makes another image", async () => {
  const first = await buildImage("top", options("one"));
  await writeFile(shop.kube, "#!/bin/sh\necho other\n");
  const second = await buildImage("top", options("one"));
  assert.notEqual(second.digest, first.digest);
  await writeFile(join(shop.recipes, "top/files/etc/top"), "y\n");
  assert.notEqual((await buildImage("top", options("one"))).digest, second.digest);
});

test("without the binary the error says where it was expected", async () => {
  await assert.rejects(buildImage("top", { ...options("one"), binaries: { kube: "/nonexistent/kube" } }), {
    code: "TOOLCHAIN",
    message: /\/nonexistent\/kube/,
  });
});

test("several processes that ask at once build once", async () => {
  const script = `
    import { buildImage } from ${JSON.stringify(new URL("./build.ts", import.meta.url).href)};
    const steps = [];
    const image = await buildImage("files", { cacheRoot: ${JSON.stringify(shop.cache("race"))}, recipes: ${JSON.stringify(shop.recipes)}, report: (news) => steps.push(news.state) });
    console.log(JSON.stringify({ digest: image.digest, built: steps.includes("done") }));`;
  const exits = await Promise.all([1, 2, 3].map(() => run(process.execPath, ["--input-type=module", "-e", script])));
  const results = exits.map(({ stdout }): { digest: string; built: boolean } => JSON.parse(stdout));
  assert.equal(new Set(results.map(({ digest }) => digest)).size, 1);
  assert.equal(results.filter(({ built }) => built).length, 1);
});

test("a damaged or missing blob is noticed and built again", async () => {
  const image = await buildImage("files", options("damage"));
  const good = await blobsOf(image);
  const layer = join(image.blobs, String(image.layers[0]?.digest.slice(7)));
  for (const damage of [() => writeFile(layer, "rubbish"), () => truncate(layer, 100), () => run("rm", [layer])]) {
    await damage();
    const news: News[] = [];
    const again = await buildImage("files", { ...options("damage"), report: (piece) => news.push(piece) });
    assert.deepEqual(await blobsOf(again), good);
    assert.ok(news.some(({ state }) => state === "done"));
  }
});

test("a damaged package in the cache is downloaded again", async () => {
  const first = await buildImage("base", options("debs"));
  const debs = join(shop.cache("debs"), "debs");
  const [deb] = (await readdir(debs)).filter((name) => name.endsWith(".deb"));
  await truncate(join(debs, String(deb)), 1000);
  await writeFile(join(first.blobs, String(first.layers[0]?.digest.slice(7))), "");
  assert.equal((await buildImage("base", options("debs"))).digest, first.digest);
});

test("a build that is broken off leaves nothing that looks finished", async () => {
  const abort = new AbortController();
  const building = buildImage("base", { ...options("abort"), signal: abort.signal, report: () => abort.abort() });
  await assert.rejects(building);
  const left = await readdir(shop.cache("abort"), { recursive: true });
  assert.deepEqual(
    left.filter((path) => /^(built|blobs)\/|\.deb$|partial/.test(path)),
    [],
  );
  assert.ok((await buildImage("base", options("abort"))).digest);
});

test("the list shows what is built and what is not", async () => {
  await buildImage("files", options("list"));
  const listed = await listImages(options("list"));
  assert.deepEqual(
    listed.map(({ name, digest }) => [name, digest !== undefined]),
    [
      ["base", false],
      ["files", true],
      ["top", false],
    ],
  );
  assert.deepEqual(listed[1]?.references, ["airworthy.local/files", "example.com/files"]);
});

test("an archive is the same each time and names every reference", async () => {
  const image = await buildImage("files", options("one"));
  const [a, b] = [join(image.blobs, "../a.tar"), join(image.blobs, "../b.tar")];
  for (const path of [a, b]) await writeArchive([{ image, references: ["nginx:1.27", "example.com/x"] }], path);
  assert.deepEqual(await readFile(a), await readFile(b));
  const { stdout } = await run("tar", ["-xOf", a, "index.json"]);
  assert.match(stdout, /docker\.io\/library\/nginx:1\.27.*example\.com\/x:latest/);
});

test("what a killed build left half-written goes away with the next build, what is being written stays", async () => {
  const { blobs } = await buildImage("files", options("sweep"));
  const [old, fresh] = [join(blobs, "old.partial"), join(blobs, "fresh.partial")];
  for (const path of [old, fresh]) await writeFile(path, "");
  await utimes(old, new Date(0), new Date(0));
  await buildImage("base", options("sweep"));
  const left = await readdir(blobs);
  assert.deepEqual([left.includes("old.partial"), left.includes("fresh.partial")], [false, true]);
});
