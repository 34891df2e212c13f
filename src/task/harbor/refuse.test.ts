import assert from "node:assert/strict";
import { test } from "node:test";
import { showFlaw } from "../load/flaw.ts";
import { loadTask } from "../load/load.ts";
import { directoryOf } from "../testing/directory.ts";
import { harborPlan } from "./plan.ts";

const files = {
  "task.toml": "",
  "instruction.md": "Do it.\n",
  "environment/Dockerfile": "FROM debian:bookworm-slim\n",
  "tests/test.sh": "#!/bin/sh\necho 1 > /logs/verifier/reward.txt\n",
};
const compose = (services: string) => ({ "environment/docker-compose.yaml": `services:\n${services}` });
const dockerfile = (...lines: string[]) => ({ "environment/Dockerfile": `FROM debian:12\n${lines.join("\n")}\n` });

const refused: readonly [what: string, change: Readonly<Record<string, string>>, said: string][] = [
  ["GPUs", { "task.toml": "[environment]\ngpus = 1\n" }, "task.toml: environment: there are no GPUs"],
  [
    "Windows",
    { "task.toml": "[environment]\nos = 'Windows'\n", "tests/test.bat": "" },
    "task.toml: environment.os: only Linux",
  ],
  [
    "a list of hosts on the internet",
    { "task.toml": "[environment]\nallowed_hosts = ['x.org']\n" },
    "task.toml: environment.allowed_hosts",
  ],
  [
    "tests with an image of their own",
    { "task.toml": "[verifier]\nenvironment_mode = 'separate'\n" },
    "task.toml: verifier.environment",
  ],
  [
    "MCP servers",
    { "task.toml": "[[environment.mcp_servers]]\nname = 'x'\nurl = 'http://x'\n" },
    "task.toml: environment.mcp_servers",
  ],
  [
    "a variable that nobody set",
    { "task.toml": `[environment.env]\nKEY = '$\{SECRET_KEY}'\n` },
    "task.toml: environment.env.KEY: expected SECRET_KEY in the environment, found none (set SECRET_KEY)",
  ],
  [
    "another base image",
    { "environment/Dockerfile": "FROM python:3.13\n" },
    "environment/Dockerfile:1: FROM python:3.13: nothing here takes the place of this image",
  ],
  [
    "another prebuilt image",
    { "task.toml": "[environment]\ndocker_image = 'acme/lab:1'\n", "environment/x": "" },
    "task.toml: image acme/lab:1: nothing here takes its place",
  ],
  [
    "packages that the sandbox lacks",
    dockerfile("RUN apt-get update && \\", "  apt-get install -y curl postgresql-16"),
    "environment/Dockerfile:2: RUN installs postgresql-16",
  ],
  [
    "something built with pip",
    dockerfile("RUN pip install ansible"),
    "environment/Dockerfile:2: RUN pip install ansible: nothing here takes its place",
  ],
  ["a download at build time", dockerfile("RUN curl -o /bin/x https://x.org/x"), "environment/Dockerfile:2: RUN curl"],
  [
    "a file that only the build writes",
    dockerfile("RUN echo secret > /etc/motd"),
    "environment/Dockerfile:2: RUN echo secret > /etc/motd: what it writes is not there",
  ],
  [
    "a file from another stage",
    dockerfile("COPY --from=builder /x /x"),
    "environment/Dockerfile:2: COPY --from=builder",
  ],
  ["a file that is not there", dockerfile("COPY nothing /x"), "environment/Dockerfile:2: COPY nothing: no such file"],
  [
    "Docker within",
    compose("  main: {build: .}\n  dind:\n    image: docker:27-dind\n    privileged: true\n"),
    "environment/docker-compose.yaml:3: service dind (docker:27-dind) is neither",
  ],
  [
    "the socket of Docker",
    compose("  main:\n    volumes: ['/var/run/docker.sock:/var/run/docker.sock']\n"),
    "environment/docker-compose.yaml:2: service main needs Docker itself",
  ],
  [
    "a service beside k3s",
    compose("  main: {}\n  db: {image: 'postgres:17'}\n"),
    "environment/docker-compose.yaml: service db (postgres:17) is neither",
  ],
  [
    "a privileged main",
    compose("  main:\n    privileged: true\n"),
    "environment/docker-compose.yaml:2: service main is privileged",
  ],
  [
    "a directory of the host",
    compose("  main:\n    volumes: ['/etc:/host']\n"),
    "environment/docker-compose.yaml:2: service main mounts /etc of the host",
  ],
  ["a compose file that is none", compose("  - x\n"), "environment/docker-compose.yaml: is not understood"],
  [
    "tests that install what they need",
    { "tests/test.sh": "#!/bin/bash\ncurl -LsSf https://astral.sh/uv/install.sh | sh\nuvx pytest\n" },
    'tests/test.sh:2: "curl',
  ],
];

for (const [what, change, said] of refused) {
  test(`A task with ${what} is refused with the reason before anything starts.`, async (t) => {
    const { refusals = [] } = harborPlan(await loadTask(await directoryOf(t, { ...files, ...change })));
    const texts = refusals.map(showFlaw);
    assert.ok(texts[0]?.startsWith(said), texts.join("\n") || "not refused");
  });
}

test("All reasons are given, not only the first.", async (t) => {
  const change = { ...dockerfile("RUN pip install x"), "task.toml": "[environment]\ngpus = 2\n" };
  const { refusals } = harborPlan(await loadTask(await directoryOf(t, { ...files, ...change })));
  assert.equal(refusals?.length, 2);
});

test("What scripts call within a cluster is no download.", async (t) => {
  const script = [
    "#!/bin/sh",
    "curl http://web.shop.svc.cluster.local/",
    "wget http://10.0.0.1/x http://web:80",
    "# pip install x",
  ];
  const change = { "tests/test.sh": script.join("\n") };
  const { plan } = harborPlan(await loadTask(await directoryOf(t, { ...files, ...change })));
  assert.ok(plan);
});
