import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BuiltImage } from "./build.ts";
import type { Blob } from "./cache.ts";
import { MEDIA } from "./oci.ts";
import { parseReference } from "./reference.ts";
import { padding, tarEnd, tarHeader } from "./tar-write.ts";
import type { Entry } from "./tree.ts";

/** Writes an OCI image layout as one tar file, which `ctr images import` takes; every reference becomes a name of it. */
export async function writeArchive(image: BuiltImage, references: readonly string[], path: string): Promise<void> {
  const index = {
    schemaVersion: 2,
    manifests: references.map((reference) => ({
      mediaType: MEDIA.manifest,
      digest: image.manifest.digest,
      size: image.manifest.size,
      annotations: { "io.containerd.image.name": parseReference(reference).canonical },
    })),
  };
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
      for (const blob of [image.manifest, image.config, ...image.layers]) {
        await file.writeFile(tarHeader(entry(`blobs/sha256/${hex(blob)}`), blob.size));
        await file.writeFile(createReadStream(join(image.blobs, hex(blob)), { highWaterMark: 1 << 20 }));
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
