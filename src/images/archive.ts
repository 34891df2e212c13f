import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BuiltImage } from "./build.ts";
import type { Blob } from "./cache.ts";
import { MEDIA } from "./oci.ts";
import { parseReference } from "./reference.ts";
import { padding, tarEnd, tarHeader } from "./tar-write.ts";
import type { Entry } from "./tree.ts";

export interface NamedImage {
  readonly image: BuiltImage;
  readonly references: readonly string[];
}

/** Writes images as one OCI layout in a tar file, which `ctr images import` takes. What they share is in it once. */
export async function writeArchive(images: readonly NamedImage[], path: string): Promise<void> {
  const index = {
    schemaVersion: 2,
    manifests: images.flatMap(({ image, references }) =>
      references.map((reference) => ({
        mediaType: MEDIA.manifest,
        digest: image.manifest.digest,
        size: image.manifest.size,
        annotations: { "io.containerd.image.name": parseReference(reference).canonical },
      })),
    ),
  };
  const files = new Map<string, { blob: Blob; at: string }>();
  for (const { image } of images) {
    for (const blob of [image.manifest, image.config, ...image.layers]) {
      files.set(blob.digest, { blob, at: join(image.blobs, hex(blob)) });
    }
  }
  const partial = `${path}.partial`;
  try {
    {
      await using file = await open(partial, "w");
      const small = async (name: string, content: string) => {
        const bytes = Buffer.from(content);
        await file.writeFile(Buffer.concat([tarHeader(entry(name), bytes.length), bytes, padding(bytes.length)]));
      };
      await small("oci-layout", JSON.stringify({ imageLayoutVersion: "1.0.0" }));
      await small("index.json", JSON.stringify(index));
      for (const { blob, at } of files.values()) {
        await file.writeFile(tarHeader(entry(`blobs/sha256/${hex(blob)}`), blob.size));
        await file.writeFile(createReadStream(at, { highWaterMark: 1 << 20 }));
        await file.writeFile(padding(blob.size));
      }
      await file.writeFile(tarEnd());
    }
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}

function hex(blob: Blob): string {
  return blob.digest.slice("sha256:".length);
}

function entry(path: string): Entry {
  return { kind: "file", path, content: Buffer.alloc(0), mode: 0o644, uid: 0, gid: 0 };
}
