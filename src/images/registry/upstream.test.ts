import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { openWorkshop, type Workshop } from "../testing/recipes.ts";
import { createRegistry, type Registry } from "./server.ts";
import { parseChallenge } from "./token.ts";
import { publicEndpoint } from "./upstream.ts";

let shop: Workshop;
let origin: Registry;
let gate: Server;
let registry: Registry;
let base: string;
let passed = 0;
let tamper = false;

const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

before(async () => {
  shop = await openWorkshop();
  await shop.recipe("remote", "about: r\nstandsInFor: [{names: [far.example/team/remote]}]\n", { "etc/motd": "far\n" });
  origin = createRegistry({ cacheRoot: shop.cache("origin"), recipes: shop.recipes });
  const originUrl = await listen(origin.server);
  // In front of the origin: asks for a token as public registries do, and can be made to lie.
  gate = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://gate");
    if (url.pathname === "/token") {
      assert.equal(url.searchParams.get("scope"), "repository:team/remote:pull");
      return void response.end(JSON.stringify({ token: "t0ken" }));
    }
    if (request.headers.authorization !== "Bearer t0ken") {
      const realm = `http://${request.headers.host}/token`;
      response.writeHead(401, {
        "www-authenticate": `Bearer realm="${realm}",service="gate",scope="repository:team/remote:pull"`,
      });
      return void response.end();
    }
    passed++;
    const answer = await fetch(`${originUrl}${url.pathname}?ns=far.example`);
    const body = Buffer.from(await answer.arrayBuffer());
    if (tamper) body[0] = (body[0] ?? 0) ^ 1;
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(body);
  });
  const gateUrl = await listen(gate);
  registry = createRegistry({
    cacheRoot: shop.cache("mirror"),
    recipes: shop.cache("none"),
    upstream: { endpoint: (name) => (name === "far.example" ? gateUrl : undefined) },
  });
  await mkdir(shop.cache("none"), { recursive: true });
  base = await listen(registry.server);
});
after(async () => {
  await registry.close();
  await origin.close();
  gate.closeAllConnections();
  await new Promise((resolve) => gate.close(resolve));
  await shop[Symbol.asyncDispose]();
});

const manifestUrl = () => `${base}/v2/team/remote/manifests/latest?ns=far.example`;

test("what no recipe stands in for is fetched with a token, checked, and then served from the cache", async () => {
  const answer = await fetch(manifestUrl());
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("airworthy-stand-in"), null);
  const digest = answer.headers.get("docker-content-digest");
  const { layers } = (await answer.json()) as { layers: { digest: string; size: number }[] };
  const blobUrl = `${base}/v2/team/remote/blobs/${layers[0]?.digest}?ns=far.example`;
  assert.equal((await (await fetch(blobUrl)).arrayBuffer()).byteLength, layers[0]?.size);
  const before = passed;
  assert.equal((await (await fetch(blobUrl)).arrayBuffer()).byteLength, layers[0]?.size);
  assert.equal((await fetch(`${base}/v2/team/remote/manifests/${digest}?ns=far.example`)).status, 200);
  assert.equal(passed, before, "neither blob nor manifest by digest is asked for twice");
});

test("what the upstream does not have either is not found", async () => {
  assert.equal((await fetch(`${base}/v2/team/remote/manifests/nope?ns=far.example`)).status, 404);
  assert.equal((await fetch(`${base}/v2/team/remote/manifests/latest?ns=unreachable.example`)).status, 404);
});

test("bytes that do not fit their digest are refused and not kept", async () => {
  const { config } = (await (await fetch(manifestUrl())).json()) as { config: { digest: string; size: number } };
  const url = `${base}/v2/team/remote/blobs/${config.digest}?ns=far.example`;
  tamper = true;
  const refused = await fetch(url);
  assert.equal(refused.status, 502);
  assert.match(await refused.text(), /expected sha256:/);
  tamper = false;
  assert.equal((await (await fetch(url)).arrayBuffer()).byteLength, config.size);
});

test("only public names lead out of the machine", () => {
  assert.equal(publicEndpoint("docker.io"), "https://registry-1.docker.io");
  assert.equal(publicEndpoint("quay.io"), "https://quay.io");
  for (const name of [
    "localhost",
    "localhost:5000",
    "127.0.0.1",
    "10.0.0.1:80",
    "[::1]",
    "metadata.internal",
    "a.local",
    "quay.io:8080",
  ]) {
    assert.equal(publicEndpoint(name), undefined, name);
  }
});

test("a challenge is read field by field", () => {
  const fields = parseChallenge(
    'Bearer realm="https://auth.example/token",service="registry.example",scope="repository:a/b:pull"',
  );
  assert.deepEqual([fields.get("realm"), fields.get("service")], ["https://auth.example/token", "registry.example"]);
  assert.equal(parseChallenge("Basic realm=x").size, 0);
});
