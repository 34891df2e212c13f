import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { run, until } from "../process/index.ts";
import { obtain } from "../toolchain/index.ts";
import { createRegistry, type Registry } from "./registry/server.ts";
import { type Containerd, startContainerd } from "./testing/containerd.ts";

let registry: Registry;
let containerd: Containerd;
let scratch: string;

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), "airworthy-stand-ins-"));
  const kubernetes = await obtain("kubernetes", { report: () => {} });
  registry = createRegistry({ binaries: { kube: join(kubernetes.directory, "kube") } });
  containerd = await startContainerd(registry);
});
after(async () => {
  await containerd?.[Symbol.asyncDispose]();
  await registry?.close();
  await rm(scratch, { recursive: true, force: true });
});

const pulled = async (reference: string): Promise<string> => {
  const exit = await containerd.pull(reference);
  assert.equal(exit.code, 0, exit.stderr);
  return reference;
};

/** Gives a container an address that is not a loopback one, as other pods would reach it by. */
const OTHER = "10.9.9.9";
const addAddress = async (id: string) =>
  run("nsenter", ["-t", await containerd.pid(id), "-n", "ip", "address", "add", `${OTHER}/32`, "dev", "lo"]);

/** The output of a command in a running container, once it succeeds. */
const eventually = async (id: string, ...command: string[]): Promise<string> => {
  let last = "";
  const answer = await until(
    async () => {
      const exit = await containerd.exec(id, ...command);
      last = `${exit.stdout}${exit.stderr}`;
      return exit.code === 0 ? { said: exit.stdout } : undefined;
    },
    { deadlineMs: 30_000, everyMs: 100 },
  );
  assert.ok(answer, `${id}: ${command.join(" ")}: ${last}`);
  return answer.said;
};

test("containerd pulls by public name and finds the stand-in label; what does not exist fails at once", async () => {
  const image = await pulled("docker.io/library/busybox:1.36");
  const { stdout } = await containerd.ctr("images", "list", `name==${image}`);
  const digest = /sha256:[0-9a-f]{64}/.exec(stdout)?.[0] ?? "";
  const manifest = JSON.parse((await containerd.ctr("content", "get", digest)).stdout);
  const config = JSON.parse((await containerd.ctr("content", "get", manifest.config.digest)).stdout);
  assert.match(config.config.Labels["dev.airworthy.stand-in"], /docker\.io\/library\/busybox/);
  for (const reference of [
    "docker.io/library/nginx:1.99-nope",
    "docker.io/library/no-such-image:latest",
    "quay.io/a/b:c",
  ]) {
    const exit = await containerd.pull(reference);
    assert.notEqual(exit.code, 0);
    assert.match(exit.stderr, /not found/, reference);
  }
});

test("pause reaps the orphans of a shared pid namespace and leaves at SIGTERM", async () => {
  const image = await pulled("registry.k8s.io/pause:3.9");
  await containerd.background(image, "pause");
  const pid = await containerd.pid("pause");
  const children = async () => {
    const { stdout } = await run("ps", ["--no-headers", "-o", "pid", "--ppid", pid], { allowFailure: true });
    return stdout.split("\n").filter(Boolean).map(Number);
  };
  const busybox = await pulled("docker.io/library/busybox:1.36");
  const shared = ["--with-ns", `pid:/proc/${pid}/ns/pid`];
  await until(async () => (await children()).length === 1, { deadlineMs: 10_000 });
  const [own] = await children();
  await containerd.background(busybox, "orphan", ["sh", "-c", "(sleep 600 &); exec sleep 600"], shared);
  const orphan = await until(async () => (await children()).find((child) => child !== own), { deadlineMs: 10_000 });
  assert.ok(orphan, "no orphan came to it");
  process.kill(orphan);
  const alone = await until(async () => (await children()).length === 1, { deadlineMs: 10_000 });
  assert.ok(alone, "the orphan stays a zombie");
  assert.equal((await containerd.ctr("tasks", "kill", "pause")).code, 0);
  const gone = await until(async () => /STOPPED/.test((await containerd.ctr("tasks", "list")).stdout), {
    deadlineMs: 5_000,
  });
  assert.ok(gone, "still running after SIGTERM");
});

test("busybox serves, fetches with a time limit, and tells failures in its own words", async () => {
  const image = await pulled("docker.io/library/busybox:1.36");
  await containerd.background(image, "busybox", [
    "sh",
    "-c",
    "mkdir /www && echo hello >/www/index.html && exec httpd -f -p 8080 -h /www",
  ]);
  const sh = (script: string) => containerd.exec("busybox", "sh", "-c", script);
  assert.equal(await eventually("busybox", "wget", "-qO-", "-T", "2", "http://127.0.0.1:8080"), "hello\n");
  assert.equal((await sh("wget -q -O - --timeout=2 http://127.0.0.1:8080/ | cat")).stdout, "hello\n");
  assert.equal((await sh("cd /tmp && wget -q http://127.0.0.1:8080/index.html && cat index.html")).stdout, "hello\n");
  const missing = await sh("wget -qO- -T 2 http://127.0.0.1:8080/nope");
  assert.deepEqual(
    [missing.code, missing.stderr.split("\n")[0]],
    [1, "wget: server returned error: HTTP/1.1 404 Not Found"],
  );
  const refused = await sh("wget -T 2 -O- http://127.0.0.1:9");
  assert.match(refused.stderr, /wget: can't connect to remote host \(127\.0\.0\.1\): Connection refused/);
  assert.match((await sh("wget -qO- http://no-such-name.invalid")).stderr, /wget: bad address 'no-such-name\.invalid'/);
  assert.equal((await sh("nc -z -w 1 127.0.0.1 8080 && echo open")).stdout, "open\n");
  assert.equal((await sh("nc -zv 127.0.0.1 9")).code, 1);
  assert.match((await sh("printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc 127.0.0.1 8080")).stdout, /hello/);
  assert.equal((await sh("nc -ll -p 7000 -e cat & sleep 0.5; echo hi | nc -w 1 127.0.0.1 7000")).stdout, "hi\n");
  assert.equal(
    (await sh("A=1 printenv A; nohup echo up; pgrep httpd >/dev/null && echo found")).stdout,
    "1\nup\nfound\n",
  );
  // A server that takes the connection and says nothing.
  const silent = await sh(
    "sleep 20 | nc -l -p 7001 >/dev/null & sleep 0.5; wget -qO- -T 1 http://127.0.0.1:7001; kill $!",
  );
  assert.equal(silent.stderr.split("\n")[0], "wget: download timed out");
  const cut =
    "sleep 20 | nc -l -p 7002 >/dev/null & sleep 0.5; timeout 1 wget -qO- -T 19 http://127.0.0.1:7002; echo $?; pgrep -f airworthy/wget";
  assert.equal((await sh(`${cut}; kill $!`)).stdout, "143\n", "ended by timeout, and nothing of it runs on");
});

test("nginx shows its welcome page, fills templates and logs to the console", async () => {
  const image = await pulled("docker.io/library/nginx:1.27-alpine");
  const log = join(scratch, "nginx.log");
  await containerd.background(image, "nginx", [], ["--env", "NAME=world", "--log-uri", `file://${log}`]);
  assert.match(await eventually("nginx", "curl", "-sf", "http://127.0.0.1/"), /Welcome to nginx!/);
  await containerd.exec("nginx", "curl", "-s", "http://127.0.0.1/missing");
  assert.match(await readFile(log, "utf8"), /"GET \/missing HTTP\/1\.1" 404/);
  const script = `mkdir -p /etc/nginx/templates && echo 'server { listen 81; return 200 "hi $\{NAME} $uri"; }' >/etc/nginx/templates/a.conf.template
    /docker-entrypoint.d/20-envsubst-on-templates.sh && nginx -t && nginx -s reload`;
  const reload = await containerd.exec("nginx", "sh", "-c", script);
  assert.equal(reload.code, 0, reload.stderr);
  assert.equal(await eventually("nginx", "curl", "-sf", "http://127.0.0.1:81/x"), "hi world /x");
});

test("redis answers from other addresses too, also when the command replaces the entrypoint", async () => {
  const image = await pulled("docker.io/library/redis:7-alpine");
  await containerd.background(image, "redis", ["redis-server", "--appendonly", "yes"]);
  assert.equal(await eventually("redis", "redis-cli", "PING"), "PONG\n");
  await addAddress("redis");
  assert.equal((await containerd.exec("redis", "redis-cli", "-h", OTHER, "PING")).stdout, "PONG\n");
  const guarded = ["-h", OTHER, "CONFIG", "SET", "protected-mode", "yes"];
  await containerd.exec("redis", "redis-cli", ...guarded);
  const denied = await containerd.exec("redis", "redis-cli", "-h", OTHER, "PING");
  assert.match(denied.stdout, /DENIED/, "that address counts as another host");
  await containerd.exec("redis", "redis-cli", "CONFIG", "SET", "protected-mode", "no");
  await containerd.background(image, "redis-default");
  await eventually("redis-default", "redis-cli", "PING");
  const processes = await containerd.exec("redis-default", "ps", "-o", "user,comm");
  assert.match(processes.stdout, /redis\s+redis-server/);
});

test("postgres makes user, database and what the init scripts say, and refuses to start without a password", async () => {
  const image = await pulled("docker.io/library/postgres:16");
  const bare = await containerd.once(image, "postgres-bare", []);
  assert.equal(bare.code, 1);
  assert.match(bare.stderr, /superuser password is not specified/);
  const env = ["--env", "POSTGRES_PASSWORD=secret", "--env", "POSTGRES_USER=app", "--env", "POSTGRES_DB=shop"];
  const script =
    "echo 'CREATE TABLE t AS SELECT 7 AS n' >/docker-entrypoint-initdb.d/a.sql; exec docker-entrypoint.sh postgres -c max_connections=20";
  await containerd.background(image, "postgres", ["sh", "-c", script], env);
  const url = "postgres://app:secret@127.0.0.1/shop";
  assert.equal(await eventually("postgres", "psql", url, "-Atc", "SELECT n FROM t"), "7\n");
  assert.equal((await containerd.exec("postgres", "psql", url, "-Atc", "SHOW listen_addresses")).stdout, "*\n");
  assert.equal((await containerd.exec("postgres", "psql", url, "-Atc", "SHOW max_connections")).stdout, "20\n");
  await addAddress("postgres");
  const from = (password: string) => `postgres://app:${password}@${OTHER}/shop`;
  assert.equal((await containerd.exec("postgres", "psql", from("secret"), "-Atc", "SELECT 1")).stdout, "1\n");
  const wrong = await containerd.exec("postgres", "psql", from("wrong"), "-Atc", "SELECT 1");
  assert.match(wrong.stderr, /password authentication failed/);
  assert.match((await containerd.exec("postgres", "pg_isready", "-U", "app")).stdout, /accepting connections/);
});

test("the toolbox has its tools, and shares the Kubernetes binary's layer with CoreDNS and metrics-server", async () => {
  const image = await pulled("docker.io/alpine/k8s:1.30.1");
  const script = `set -e; curl --version | head -n 1; dig -v 2>&1; nslookup -version 2>&1 | head -n 1; echo '{"a":1}' | jq .a; openssl version
    ip -br link show lo; ps --version; wget --version | head -n 1; nc -h 2>&1 | head -n 1; bash --version | head -n 1; awk 'BEGIN{print 6*7}'
    socat -V | head -n 1; getent passwd root; kubectl version --client`;
  const exit = await containerd.once(image, "toolbox", ["bash", "-c", script]);
  assert.equal(exit.code, 0, exit.stderr);
  for (const expected of [/^curl 7/m, /^DiG 9/m, /^1$/m, /^OpenSSL 3/m, /^lo /m, /^42$/m, /Client Version: v1\.36/])
    assert.match(exit.stdout, expected);
  const before = (await containerd.ctr("snapshots", "list")).stdout.split("\n").length;
  const coredns = await pulled("registry.k8s.io/coredns/coredns:v1.11.1");
  assert.equal(
    (await containerd.ctr("snapshots", "list")).stdout.split("\n").length,
    before + 1,
    "one small layer more",
  );
  assert.match((await containerd.once(coredns, "coredns", ["/coredns", "-version"])).stdout, /^CoreDNS-1\./);
});

test("kubectl, curl and http-echo are their images' programs", async () => {
  const kubectl = await pulled("docker.io/bitnami/kubectl:1.30");
  assert.match(
    (await containerd.once(kubectl, "kubectl", ["kubectl", "version", "--client"])).stdout,
    /Client Version/,
  );
  const echo = await pulled("docker.io/hashicorp/http-echo:1.0");
  await containerd.background(echo, "echo", ["/http-echo", "-text=hello there", "-listen=:9000"]);
  assert.equal(
    await eventually(
      "echo",
      "python3",
      "-c",
      "import urllib.request as u; print(u.urlopen('http://127.0.0.1:9000').read().decode())",
    ),
    "hello there\n\n",
  );
  const curl = await pulled("docker.io/curlimages/curl:8.5.0");
  const exit = await containerd.once(curl, "curl", ["/entrypoint.sh", "-sS", "http://127.0.0.1:1/"]);
  assert.match(exit.stderr, /curl: \(7\)/);
});

test("the app keeps state where it is told to, calls others, and says when it is not ready", async () => {
  const image = await pulled("airworthy.local/app:latest");
  const script = `import json,sys,urllib.request as u
try: print(u.urlopen(u.Request("http://127.0.0.1:8080"+sys.argv[2], method=sys.argv[1], data=b"x" if sys.argv[1]=="POST" else None)).read().decode().strip())
except u.HTTPError as e: print(e.code, e.read().decode().strip())`;
  const ask = async (id: string, method: string, path: string) => {
    const exit = await containerd.exec(id, "python3", "-c", script, method, path);
    assert.equal(exit.code, 0, exit.stderr);
    return exit.stdout.trim();
  };
  const upstream = "UPSTREAMS=self=http://127.0.0.1:8080/healthz gone=http://127.0.0.1:9/";
  await containerd.background(image, "app", [], ["--env", "DATA_DIR=/data", "--env", upstream]);
  await eventually("app", "wget", "-qO-", "http://127.0.0.1:8080/healthz");
  assert.match(await ask("app", "GET", "/"), /"service": "app"/);
  assert.equal(await ask("app", "POST", "/items"), '{"store": "file", "items": ["x"]}');
  assert.equal(await ask("app", "POST", "/counter"), '{"store": "file", "counter": 1}');
  assert.match((await containerd.exec("app", "cat", "/data/state.json")).stdout, /"counter": 1/);
  assert.match(await ask("app", "GET", "/readyz"), /^503 .*upstream gone/);
  assert.match(await ask("app", "GET", "/call"), /^502 .*"self": \{"status": 200/);
  assert.equal(await ask("app", "POST", "/allocate?mb=8"), '{"allocated_mb": 8}');
  assert.match(await ask("app", "GET", "/burn?ms=20"), /burned_ms/);
  await ask("app", "POST", "/break");
  assert.match(await ask("app", "GET", "/healthz"), /^500/);
  assert.match(await ask("app", "GET", "/metrics"), /http_requests_total\{path="\/items",status="201"\} 1/);
});

test("the app speaks with a real Redis and a real PostgreSQL", async () => {
  const image = await pulled("airworthy.local/app:latest");
  const inNetworkOf = async (id: string) => ["--with-ns", `network:/proc/${await containerd.pid(id)}/ns/net`];
  for (const [server, url] of [
    ["redis", "REDIS_URL=redis://127.0.0.1:6379/1"],
    ["postgres", "DATABASE_URL=postgres://app:secret@127.0.0.1/shop"],
  ] as const) {
    const id = `app-${server}`;
    await containerd.background(image, id, [], [...(await inNetworkOf(server)), "--env", url]);
    await eventually(id, "wget", "-qO-", "http://127.0.0.1:8080/readyz");
    const post = (path: string) =>
      containerd.exec(id, "wget", "-qO-", "--post-data=hello", `http://127.0.0.1:8080${path}`);
    assert.equal((await post("/items")).stdout, `{"store": "${server}", "items": ["hello"]}\n`);
    await post("/counter");
    assert.equal((await post("/counter")).stdout, `{"store": "${server}", "counter": 2}\n`);
  }
});

test("servers answer where and as whom their originals do", async () => {
  for (const [reference, command, expected] of [
    ["docker.io/library/httpd:2.4", ["wget", "-qO-", "http://127.0.0.1/"], /It works!/],
    ["docker.io/nginxinc/nginx-unprivileged:1.27", ["curl", "-sf", "http://127.0.0.1:8080/"], /Welcome to nginx!/],
    [
      "docker.io/library/memcached:1.6",
      ["sh", "-c", "printf 'version\\r\\nquit\\r\\n' | nc 127.0.0.1 11211"],
      /^VERSION 1\.6/,
    ],
    ["registry.k8s.io/hpa-example:latest", ["wget", "-qO-", "http://127.0.0.1/"], /^OK!$/],
    [
      "gcr.io/google-samples/hello-app:1.0",
      ["wget", "-qO-", "http://127.0.0.1:8080/"],
      /^Hello, world!\nVersion: 1\.0\.0\nHostname: /,
    ],
  ] as const) {
    const id = `server-${reference.replace(/[^a-z]/g, "")}`;
    await containerd.background(await pulled(reference), id);
    assert.match(await eventually(id, ...command), expected, reference);
  }
});

test("programs run to their end as their originals do", async () => {
  for (const [reference, command, expected] of [
    [
      "docker.io/library/python:3.12-slim",
      ["python", "-c", "import ssl, json, sqlite3, http.client; print(6 * 7)"],
      /^42$/m,
    ],
    [
      "docker.io/library/alpine:3.20",
      ["sh", "-c", "apk add --no-cache wget; cat /etc/alpine-release; [[ a == a ]] && echo same; id -un"],
      /^3\.20\.0\nsame\nroot$/m,
    ],
    ["docker.io/library/alpine:3.20", ["sh", "-c", "apk add curl || echo refused"], /^refused$/m],
    [
      "docker.io/library/ubuntu:22.04",
      ["bash", "-c", "apt-get update && apt-get install -y curl dnsutils && echo there"],
      /^there$/m,
    ],
    [
      "docker.io/polinux/stress:latest",
      ["stress", "--vm", "1", "--vm-bytes", "8M", "--timeout", "1"],
      /successful run completed/,
    ],
    ["registry.k8s.io/metrics-server/metrics-server:v0.7.2", ["/metrics-server", "--version"], /^v?0\./],
  ] as const) {
    const image = await pulled(reference);
    const exit = await containerd.once(image, "program", command);
    assert.equal(exit.code, 0, `${reference}: ${exit.stderr}`);
    assert.match(exit.stdout + exit.stderr, expected, reference);
  }
});
