import { words } from "./shell.ts";

/** An image of ours, made from public ones where there is no registry of ours, with what the recipe says of running it. */
interface PublicImage {
  readonly from: string;
  readonly steps?: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
}

const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export const publicImages: Readonly<Record<string, PublicImage>> = {
  app: {
    from: "debian:bookworm-slim",
    steps: [
      "RUN apt-get update && apt-get install -y --no-install-recommends python3 python3-psycopg2 ca-certificates curl \\",
      "  && mkdir -p /data && chmod 1777 /data",
      "COPY app/ /app/",
    ],
    config: {
      Entrypoint: ["python3", "/app/server.py"],
      WorkingDir: "/app",
      User: "1000:1000",
      Env: [`PATH=${path}`, "LANG=C.UTF-8", "PYTHONUNBUFFERED=1"],
    },
  },
  redis: {
    from: "redis:7.0.15",
    config: { Entrypoint: ["docker-entrypoint.sh"], Cmd: ["redis-server"], WorkingDir: "/data", Env: [`PATH=${path}`] },
  },
  postgres: {
    from: "postgres:15.12",
    config: {
      Entrypoint: ["docker-entrypoint.sh"],
      Cmd: ["postgres"],
      Env: [
        `PATH=${path}:/usr/lib/postgresql/15/bin`,
        "LANG=C.UTF-8",
        "PG_MAJOR=15",
        "PGDATA=/var/lib/postgresql/data",
      ],
    },
  },
  toolbox: { from: "alpine/k8s:1.30.6", config: { Cmd: ["bash"], Env: [`PATH=${path}`, "LANG=C.UTF-8"] } },
};

/** k3s with these images on board, which it takes in when it starts. */
export function k3sDockerfile(names: readonly string[], k3s: string): string {
  const stages = names.map((name) => {
    const { from, steps = [] } = publicImages[name] ?? { from: "scratch" };
    return [`FROM ${from} AS ${name}`, ...steps, ""].join("\n");
  });
  const packing = names.flatMap((name) => [
    `COPY --from=${name} / /roots/${name}/`,
    `RUN ${words("pack-image", `/roots/${name}`, `airworthy.local/${name}:latest`, `/images/${name}.tar`, JSON.stringify(publicImages[name]?.config))}`,
  ]);
  return `${stages.join("\n")}
FROM debian:bookworm-slim AS packer
COPY scripts/pack-image /usr/local/bin/pack-image
${packing.join("\n")}

FROM ${k3s}
COPY --from=packer /images/ /airworthy/images/
COPY scripts/with-images /bin/with-images
ENTRYPOINT ["/bin/with-images"]
`;
}

/** A tree of files as an image that containerd takes in: one layer, and what to run. */
export const packImage = `#!/bin/sh
# pack-image ROOT NAME TO CONFIG
set -e
work=$(mktemp -d)
tar --sort=name --numeric-owner -C "$1" -cf "$work/layer.tar" .
layer=$(sha256sum "$work/layer.tar" | cut -d ' ' -f 1)
case $(uname -m) in aarch64) arch=arm64 ;; *) arch=amd64 ;; esac
printf '{"architecture":"%s","os":"linux","config":%s,"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' \\
  "$arch" "$4" "$layer" > "$work/config.json"
printf '[{"Config":"config.json","RepoTags":["%s"],"Layers":["layer.tar"]}]' "$2" > "$work/manifest.json"
mkdir -p "$(dirname "$3")"
tar -C "$work" -cf "$3" manifest.json config.json layer.tar
rm -rf "$work"
`;

/** What lies in a volume hides what an image has there, so the images are put there at the start. */
export const withImages = `#!/bin/sh
mkdir -p /var/lib/rancher/k3s/agent/images
cp /airworthy/images/*.tar /var/lib/rancher/k3s/agent/images/
exec /bin/k3s "$@"
`;
