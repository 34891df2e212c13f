import assert from "node:assert/strict";
import { test } from "node:test";
import { resolve } from "./resolve.ts";

test("well-known public names with plausible tags find their stand-in", async () => {
  for (const [reference, recipe] of [
    ["nginx", "nginx"],
    ["nginx:1.27", "nginx"],
    ["nginx:1.27.3-alpine", "nginx"],
    ["nginx:stable-alpine", "nginx"],
    ["nginx:1-bookworm", "nginx"],
    ["nginx:1.25-alpine3.18-slim", "nginx"],
    ["docker.io/library/redis:7-alpine", "redis"],
    ["redis:7.2.4-bookworm", "redis"],
    ["postgres:16", "postgres"],
    ["postgres:15.6-alpine3.19", "postgres"],
    ["postgres:9.6", "postgres"],
    ["busybox:1.36", "busybox"],
    ["busybox:1.28.4-glibc", "busybox"],
    ["alpine:3.19.1", "alpine"],
    ["alpine:edge", "alpine"],
    ["ubuntu:22.04", "debian"],
    ["debian:bookworm-slim", "debian"],
    ["debian:12-slim", "debian"],
    ["python:3.12-slim-bookworm", "python"],
    ["curlimages/curl:8.5.0", "curl"],
    ["bitnami/kubectl:1.30.1-debian-12-r3", "kubectl"],
    ["alpine/k8s:1.29.2", "toolbox"],
    ["registry.k8s.io/pause:3.9", "pause"],
    ["registry.k8s.io/pause:3.10.1", "pause"],
    ["rancher/mirrored-pause:3.6", "pause"],
    ["registry.k8s.io/coredns/coredns:v1.11.1", "coredns"],
    ["rancher/mirrored-coredns-coredns:1.12.0", "coredns"],
    ["registry.k8s.io/metrics-server/metrics-server:v0.7.2", "metrics-server"],
    ["registry.k8s.io/hpa-example", "hpa-example"],
    ["hashicorp/http-echo:0.2.3", "http-echo"],
    ["gcr.io/google-samples/hello-app:1.0", "hello-app"],
  ] as const) {
    const found = await resolve(reference);
    assert.deepEqual([found?.recipe, found?.standIn], [recipe, true], reference);
  }
});

test("what a real registry does not have is not found here either", async () => {
  for (const reference of [
    "nginx:1.99-nope",
    "nginx:1.99",
    "nginx:does-not-exist",
    "nginx:1.27-typo",
    "nginx:v1.27",
    "nginx:2",
    "nginx:1.27.1.1.1.1",
    "nginx:1.27.999",
    "nginx:01.27",
    "redis:typo",
    "redis:99",
    "postgres:19",
    "postgres:15.6-windows",
    "ubuntu:22.05",
    "ubuntu:99.04",
    "alpine:4.0",
    "ngnix",
    "quay.io/library/redis",
    "example.com/nginx",
    "localhost:5000/nginx",
    "someone/nginx:1.27",
    "registry.k8s.io/pause:9.9",
    "registry.k8s.io/pause:latest-nope",
    "airworthy.local/nginx:1.27",
    "airworthy.local/nothing",
  ]) {
    assert.equal(await resolve(reference), undefined, reference);
  }
});

test("a recipe's own name is nobody's stand-in", async () => {
  const found = await resolve("airworthy.local/app");
  assert.deepEqual([found?.recipe, found?.standIn], ["app", false]);
});
