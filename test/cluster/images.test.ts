import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { listImages } from "../../src/images/index.ts";
import { images, pod } from "./drafts.ts";
import { idOf, state } from "./leftovers.ts";
import { openPlace, type Place } from "./place.ts";
import { sharedName } from "./shared.ts";

/** The first while kubelet has just failed, the second while it waits before the next try. */
const pullFailures = ["ErrImagePull", "ImagePullBackOff"];

describe("Where no registry is reachable", { concurrency: true }, () => {
  let place: Place;
  before(async () => {
    place = await openPlace("images");
  });
  after(() => place[Symbol.asyncDispose]());

  const waitingOf = async (name: string) =>
    (await place.find("v1", "Pod", name))?.status?.containerStatuses?.[0]?.state?.waiting;

  for (const [name, what, image] of [
    ["unknown", "an image that nobody knows", "registry.example.com/team/nothing:1.0"],
    ["no-such-tag", "a tag that the original cannot have", "nginx:9.99"],
    ["mistyped", "a mistyped tag", "nginx:1.27.latst"],
    ["own", "a tag of an own image that is not there", `${images.app}:v7`],
  ] as const) {
    test(`${what} is refused as not found, in the words of any registry.`, async () => {
      await place.make(pod(name, { image }));
      const waiting = await place.eventually("the pull has failed", async () => {
        const found = await waitingOf(name);
        return pullFailures.includes(found?.reason) && found;
      });
      assert.match(waiting.message, /not found/);
      assert.ok(waiting.message.includes(image.split(":")[0] ?? image), waiting.message);
      await place.eventually("kubelet waits before it tries again", async () => {
        return (await waitingOf(name))?.reason === "ImagePullBackOff";
      });
    });
  }

  test("a pod whose image is mended starts without being made anew.", async () => {
    await place.make(pod("mended", { image: "busybox:1.36.latest" }));
    await place.eventually("the pull has failed", async () => (await waitingOf("mended"))?.reason.includes("Image"));
    await place.kubectl("set", "image", "pod/mended", `main=${images.busybox}`);
    await place.ready("mended");
  });

  test("a pod that may not pull waits for an image it does not have.", async () => {
    await place.make(pod("never", { image: "nginx:9.98", container: { imagePullPolicy: "Never" } }));
    await place.eventually(
      "the container waits",
      async () => (await waitingOf("never"))?.reason === "ErrImageNeverPull",
    );
  });

  test("public names run, each with the version it was asked for by, and their stand-in can be recognised.", async () => {
    const asked = { one: "busybox:1.36", two: "docker.io/library/busybox:latest", three: "registry.k8s.io/busybox" };
    for (const [name, image] of Object.entries(asked)) {
      await place.make(pod(name, { image, container: { imagePullPolicy: "Always" } }));
    }
    await place.ready(...Object.keys(asked));
    const standIn = (await listImages()).find(({ name }) => name === "busybox");
    assert.ok(standIn?.standInFor.includes("docker.io/library/busybox"), JSON.stringify(standIn));
    for (const [name, image] of Object.entries(asked)) {
      const found = await place.find("v1", "Pod", name);
      assert.equal(found?.spec.containers[0].image, image);
      // The digest is the recipe's, which `airworthy cluster images` lists, and not the original's.
      const { imageID } = found?.status.containerStatuses[0] ?? {};
      assert.equal(String(imageID).split("@")[1], standIn?.digest);
    }
  });

  test("an image that is asked for by its digest is served, and another digest is not.", async () => {
    const { digest } = (await listImages()).find(({ name }) => name === "busybox") ?? {};
    await place.make(
      pod("right", { image: `busybox@${digest}` }),
      pod("wrong", { image: `busybox@sha256:${"0".repeat(64)}` }),
    );
    await place.ready("right");
    const waiting = await place.eventually("the pull has failed", async () => {
      const found = await waitingOf("wrong");
      return pullFailures.includes(found?.reason) && found;
    });
    assert.match(waiting.message, /not found/);
  });

  test("a program of the toolchain in an image is the very file that nodes run, so they share its memory.", async () => {
    const record = await readFile(join(state, "clusters", await idOf(sharedName), "cluster.json"), "utf8");
    const { tools, store } = JSON.parse(record) as { tools: string; store: string };
    const inImages = globSync(join(store, "io.containerd.snapshotter.v1.overlayfs/snapshots/*/fs/**/airworthy/kube"));
    assert.equal(inImages.length, 1, "one layer for all images");
    const [ours, theirs] = [await stat(join(tools, "kube")), await stat(inImages[0] ?? "")];
    assert.equal(theirs.size, ours.size);
    // Between two filesystems there are no links, and the store keeps a copy.
    if (ours.dev === theirs.dev) assert.equal(theirs.ino, ours.ino);
  });
});
