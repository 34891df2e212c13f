import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, looked, type World } from "../testing/looked.ts";

const world: World = {
  files: {
    "/here/compose.yaml":
      "services:\n  web: {image: web, privileged: true}\n  db: {image: postgres, volumes: ['data:/data']}\nvolumes: {data: {}}\n",
    "/here/prod.yml": "services: {api: {image: api}}\n",
  },
};

const table: readonly (readonly [string, string, readonly string[]])[] = [
  ["docker run --rm -it alpine sh", "mutate", ["run container/alpine"]],
  ["docker run --name web -d web:1", "mutate", ["run container/web"]],
  ["docker run --rm bitnami/kubectl delete ns x", "destroy", ["delete Namespace/x", "run container/bitnami/kubectl"]],
  [
    "docker run --rm -v ~/.aws:/root/.aws amazon/aws-cli s3 rb s3://x --force",
    "destroy",
    ["rb s3/s3://x", "run container/amazon/aws-cli"],
  ],
  ["docker run --entrypoint terraform x destroy", "destroy", ["delete */*", "run container/x"]],
  ["docker exec web ls", "read", ["exec container/web"]],
  ["docker exec -it web rm -rf /data", "destroy", ["delete file//data", "exec container/web"]],
  ["docker exec -it web", "unknown", ["exec container/web"]],
  ["docker rm -f web db", "destroy", ["rm container/web", "rm container/db"]],
  ["docker rmi web:1", "destroy", ["rmi image/web:1"]],
  ["docker kill web", "destroy", ["kill container/web"]],
  ["docker stop web", "mutate", ["stop container/web"]],
  ["docker system prune -af --volumes", "destroy", ["prune system/*"]],
  ["docker volume rm data", "destroy", ["rm volume/data"]],
  ["docker volume ls", "read", []],
  ["docker ps -a", "read", []],
  ["docker -H tcp://prod:2375 rm web", "destroy", ["rm container/web"]],
  ["podman container rm web", "destroy", ["rm container/web"]],
  ["nerdctl ps", "read", []],
  ["docker frob", "unknown", ["frob container/*"]],
  ["docker compose up -d", "mutate", ["up service/web", "up service/db"]],
  ["docker compose up -d web", "mutate", ["up service/web"]],
  ["docker compose -p shop -f prod.yml up", "mutate", ["up service/api in shop"]],
  ["docker compose down", "destroy", ["down service/web", "down service/db"]],
  ["docker-compose down -v", "destroy", ["down service/web", "down service/db", "down volume/data", "down volume/*"]],
  ["docker compose up --remove-orphans", "destroy", ["up service/web", "up service/db"]],
  ["docker compose ps", "read", []],
  ["docker compose exec web ls", "read", []],
  ["docker compose exec web sh -c 'rm -rf /data'", "destroy", ["delete file//data", "exec service/web"]],
  ["docker compose --dry-run down", "plan", []],
];

for (const [line, kind, targets] of table) {
  test(`${line} comes to ${kind}.`, async () => {
    const operation = await looked(line, world);
    assert.deepEqual({ class: operation.class, targets: operation.targets.map(brief) }, { class: kind, targets });
  });
}

test("docker run comes in the words of a compose file.", async () => {
  const line =
    "docker run --privileged -v /:/host:ro --mount type=bind,src=/var/run/docker.sock,dst=/s --net=host --pid host --cap-add=SYS_ADMIN --cap-add NET_ADMIN --security-opt seccomp=unconfined --device /dev/kvm -p 0.0.0.0:80:80 --user 0 img cmd";
  const { services } = await looked(line);
  assert.deepEqual(services[0], {
    document: "docker run img",
    name: "img",
    action: "run",
    value: {
      image: "img",
      command: ["cmd"],
      volumes: ["/:/host:ro", { type: "bind", source: "/var/run/docker.sock", target: "/s" }],
      ports: ["0.0.0.0:80:80"],
      cap_add: ["SYS_ADMIN", "NET_ADMIN"],
      security_opt: ["seccomp=unconfined"],
      devices: ["/dev/kvm"],
      network_mode: "host",
      pid: "host",
      user: "0",
      privileged: true,
    },
  });
});

test("An option that is not known here does not end the list of options.", async () => {
  const { services } = await looked("docker run --frobnicate x --privileged img");
  assert.deepEqual([services[0]?.name, services[0]?.value.privileged], ["img", true]);
});

test("A stack has the services of its file.", async () => {
  const { services, targets } = await looked("docker stack deploy -c prod.yml shop", world);
  assert.deepEqual([services.map(({ name }) => name), targets.map(brief)], [["api"], ["deploy stack/shop"]]);
});

test("The services of a compose file are there with what they say.", async () => {
  const { services } = await looked("docker compose up", world);
  assert.deepEqual(
    services.map(({ name, action, value }) => [name, action, value.privileged]),
    [
      ["web", "run", true],
      ["db", "run", undefined],
    ],
  );
});

test("The host of the daemon tells where it is.", async () => {
  assert.deepEqual((await looked("docker -H tcp://prod:2375 rm web")).scopeHints.servers, ["tcp://prod:2375"]);
  assert.deepEqual((await looked("docker --context prod rm web")).scopeHints.contexts, ["prod"]);
  assert.deepEqual((await looked("docker rm web", { variables: { DOCKER_HOST: "ssh://prod" } })).scopeHints.servers, [
    "ssh://prod",
  ]);
});
