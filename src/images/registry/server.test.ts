import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { run } from "../../process/index.ts";
import { sha256 } from "../cache.ts";
import { openWorkshop, type Workshop } from "../testing/recipes.ts";
import { createRegistry, type Registry } from "./server.ts";

let shop: Workshop;
let registry: Registry;
let socketPath: string;
before(async () => {
  shop = await openWorkshop();
  await shop.recipe("web", "about: web\nstandsInFor: [{names: [docker.io/library/web], versions: ['1.0..1.9']}]\n", {
    "etc/motd": "hello\n",
  });
  registry = createRegistry({ cacheRoot: shop.cache("registry"), recipes: shop.recipes });
  socketPath = join(shop.recipes, "../registry.sock");
  await registry.listen(socketPath);
});
after(async () => {
  await registry.close();
  await shop[Symbol.asyncDispose]();
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

function ask(path: string, method = "GET", headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end();
  });
}

const manifest = "/v2/library/web/manifests/1.2?ns=docker.io";
const layerPath = async () => {
  const { layers } = JSON.parse((await ask(manifest)).body.toString()) as {
    layers: { digest: string; size: number }[];
  };
  const [layer] = layers;
  assert.ok(layer);
  return { path: `/v2/library/web/blobs/${layer.digest}?ns=docker.io`, ...layer };
};

test("a plausible tag of a public name gives a manifest that says whose place it takes", async () => {
  assert.equal((await ask("/v2/")).status, 200);
  const answer = await ask(manifest);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers["content-type"], "application/vnd.oci.image.manifest.v1+json");
  assert.equal(answer.headers["docker-content-digest"], `sha256:${sha256(answer.body)}`);
  assert.equal(answer.headers["airworthy-stand-in"], "web for docker.io/library/web");
  assert.match(answer.body.toString(), /"dev\.airworthy\.stand-in":"docker\.io\/library\/web"/);
  const byDigest = await ask(`/v2/library/web/manifests/sha256:${sha256(answer.body)}`);
  assert.deepEqual(byDigest.body, answer.body);
  const head = await ask(manifest, "HEAD");
  assert.deepEqual(
    [head.status, head.headers["content-length"], head.body.length],
    [200, String(answer.body.length), 0],
  );
});

test("unknown names, tags and digests are refused in the form the specification asks for", async () => {
  for (const path of [
    "/v2/library/web/manifests/9.9?ns=docker.io",
    "/v2/library/web/manifests/1.2?ns=quay.io",
    "/v2/library/other/manifests/latest",
    `/v2/library/web/manifests/sha256:${"0".repeat(64)}`,
  ]) {
    const answer = await ask(path);
    assert.equal(answer.status, 404, path);
    assert.equal(JSON.parse(answer.body.toString()).errors[0].code, "MANIFEST_UNKNOWN");
  }
  const blob = await ask(`/v2/library/web/blobs/sha256:${"0".repeat(64)}`);
  assert.deepEqual([blob.status, JSON.parse(blob.body.toString()).errors[0].code], [404, "BLOB_UNKNOWN"]);
});

test("blobs come whole or in parts", async () => {
  const { path, digest, size } = await layerPath();
  const whole = await ask(path);
  assert.deepEqual([whole.status, whole.body.length, `sha256:${sha256(whole.body)}`], [200, size, digest]);
  const part = await ask(path, "GET", { range: "bytes=10-19" });
  assert.deepEqual([part.status, part.headers["content-range"]], [206, `bytes 10-19/${size}`]);
  assert.deepEqual(part.body, whole.body.subarray(10, 20));
  assert.deepEqual((await ask(path, "GET", { range: "bytes=-5" })).body, whole.body.subarray(-5));
  assert.equal((await ask(path, "GET", { range: `bytes=${size}-` })).status, 416);
});

test("nothing outside the images can be read and nothing can be written", async () => {
  await writeFile(join(shop.cache("registry"), "secret"), "secret");
  for (const path of [
    "/v2/library/web/blobs/../../../secret",
    "/v2/library/web/blobs/..%2f..%2f..%2fsecret",
    "/v2/..%2f..%2fsecret/manifests/latest",
    "/v2/library/web/blobs/sha256:..%2f..%2fsecret",
    "/v2/library/web/manifests/%00",
    "/v2/library/web/manifests/%zz",
    "/v2/library/web/manifests/latest?ns=../../etc",
    "/etc/passwd",
    "//",
  ]) {
    assert.equal((await ask(path)).status, 404, path);
  }
  for (const method of ["PUT", "POST", "DELETE", "PATCH"]) assert.equal((await ask(manifest, method)).status, 405);
});

test("headers beyond measure are refused", async () => {
  assert.equal((await ask(manifest, "GET", { "x-long": "a".repeat(10_000) })).status, 431);
});

test("damage in the cache never arrives as a complete blob, and is repaired for the next request", async () => {
  const { path, digest } = await layerPath();
  const file = join(shop.cache("registry"), "blobs/sha256", digest.slice(7));
  const good = await readFile(file);
  // As a failing disk would do it: other bytes, but nothing that a look at size and time would show.
  const bad = Buffer.from(good);
  bad[600] = (bad[600] ?? 0) ^ 1;
  const times = join(shop.recipes, "../times");
  await run("touch", ["--reference", file, times]);
  await writeFile(file, bad);
  await run("touch", ["--reference", times, file]);
  await assert.rejects(ask(path), { code: "ECONNRESET" });
  assert.deepEqual((await ask(path)).body, good);
});

test("a socket file of a dead registry is taken over, one of a living registry is not", async () => {
  const second = createRegistry({ cacheRoot: shop.cache("registry"), recipes: shop.recipes });
  await assert.rejects(second.listen(socketPath), { code: "EADDRINUSE" });
  const stale = join(shop.recipes, "../stale.sock");
  await run(
    process.execPath,
    [
      "-e",
      `require("net").createServer().listen(${JSON.stringify(stale)}, () => process.kill(process.pid, "SIGKILL"))`,
    ],
    {
      allowFailure: true,
    },
  );
  await second.listen(stale);
  await new Promise<void>((resolve, reject) => connect(stale, resolve).once("error", reject).unref());
  await second.close();
});
