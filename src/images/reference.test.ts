import assert from "node:assert/strict";
import { test } from "node:test";
import { parseReference } from "./reference.ts";

const digest = `sha256:${"a".repeat(64)}`;

test("what people leave out is filled in", () => {
  for (const [given, canonical] of [
    ["nginx", "docker.io/library/nginx:latest"],
    ["nginx:1.27", "docker.io/library/nginx:1.27"],
    ["library/nginx", "docker.io/library/nginx:latest"],
    ["bitnami/kubectl:1.30", "docker.io/bitnami/kubectl:1.30"],
    ["docker.io/nginx", "docker.io/library/nginx:latest"],
    ["index.docker.io/library/nginx:1", "docker.io/library/nginx:1"],
    ["registry.k8s.io/coredns/coredns:v1.11.1", "registry.k8s.io/coredns/coredns:v1.11.1"],
    ["localhost/app", "localhost/app:latest"],
    ["localhost:5000/app:dev", "localhost:5000/app:dev"],
    ["127.0.0.1:5000/a/b/c", "127.0.0.1:5000/a/b/c:latest"],
    ["[::1]:5000/a:x", "[::1]:5000/a:x"],
    [`nginx@${digest}`, `docker.io/library/nginx@${digest}`],
    [`nginx:1.27@${digest}`, `docker.io/library/nginx:1.27@${digest}`],
  ] as const) {
    assert.equal(parseReference(given).canonical, canonical);
  }
});

test("what is not a reference is refused with the part at fault", () => {
  for (const given of [
    "",
    "Nginx",
    "nginx:",
    "nginx:a b",
    "nginx@sha256:abc",
    `nginx@${digest}@${digest}`,
    "../etc/passwd",
    "a/../b",
    "a//b",
    "/nginx",
    "example.com/",
    "exa mple.com/a",
    `nginx:${"t".repeat(129)}`,
  ]) {
    assert.throws(() => parseReference(given), { code: "BAD_REFERENCE" }, given);
  }
});
