import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { connect } from "../../src/kubernetes/index.ts";
import { start, until } from "../../src/process/index.ts";

export interface ControlPlane extends AsyncDisposable {
  readonly server: string;
  readonly ca: string;
  readonly folder: string;
  /** A kubeconfig with the contexts `admin` (full rights) and `guest` (none), whose current context is `admin`. */
  readonly kubeconfig: string;
}

/** Somebody else's cluster: a real API server with etcd and controllers on loopback, without nodes. */
export async function startControlPlane(bin: string): Promise<ControlPlane> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "airworthy-control-plane-"));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  const [etcdPort, peerPort, apiPort] = [await freePort(), await freePort(), await freePort()];
  const etcd = `http://127.0.0.1:${etcdPort}`;
  const server = `https://127.0.0.1:${apiPort}`;

  const launch = async (program: string, args: readonly string[]) => {
    const log = await open(at(`${program}.log`), "w");
    // The kernel ends it with us, however we end.
    const all = ["--pdeathsig", "KILL", join(bin, program), ...args];
    undo.use(await start("setpriv", all, { cwd: folder, stdio: ["ignore", log.fd, log.fd] }));
    await log.close();
  };
  await launch("etcd", [
    ...["--data-dir", at("etcd"), "--unsafe-no-fsync", "--log-level", "warn"],
    ...["--listen-client-urls", etcd, "--advertise-client-urls", etcd],
    ...["--listen-peer-urls", `http://127.0.0.1:${peerPort}`],
  ]);
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  await writeFile(at("sa.key"), keys.privateKey.export({ type: "sec1", format: "pem" }));
  await writeFile(at("sa.pub"), keys.publicKey.export({ type: "spki", format: "pem" }));
  await writeFile(at("tokens.csv"), "admin-token,admin,1,system:masters\nguest-token,guest,2,\n");
  await launch("kube-apiserver", [
    `--etcd-servers=${etcd}`,
    `--secure-port=${apiPort}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    `--cert-dir=${at("certs")}`,
    `--token-auth-file=${at("tokens.csv")}`,
    "--authorization-mode=RBAC",
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${at("sa.pub")}`,
    `--service-account-signing-key-file=${at("sa.key")}`,
    "--service-cluster-ip-range=10.96.0.0/16",
    // The address it would publish is our loopback, which no endpoint may have.
    "--endpoint-reconciler-type=none",
  ]);

  const ready = await until(() => isReady(server), { deadlineMs: 120_000 });
  if (!ready) throw new Error(`no API server: ${await readFile(at("kube-apiserver.log"), "utf8")}`);
  const ca = await readFile(at("certs/apiserver.crt"), "utf8");
  const kubeconfig = at("kubeconfig");
  await writeFile(kubeconfig, stringify(kubeconfigOf(server, ca)));
  await launch("kube-controller-manager", [
    `--kubeconfig=${kubeconfig}`,
    "--leader-elect=false",
    "--secure-port=0",
    `--service-account-private-key-file=${at("sa.key")}`,
    "--controllers=namespace-controller,serviceaccount-controller,clusterrole-aggregation-controller",
  ]);
  const owned = undo.move();
  return { server, ca, folder, kubeconfig, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function isReady(server: string): Promise<boolean> {
  using client = connect({ url: server }, { token: "admin-token", insecure: true });
  return await client.get("/readyz").then(
    () => true,
    () => false,
  );
}

function kubeconfigOf(server: string, ca: string): object {
  const data = Buffer.from(ca).toString("base64");
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "theirs", cluster: { server, "certificate-authority-data": data } }],
    users: [
      { name: "admin", user: { token: "admin-token" } },
      { name: "guest", user: { token: "guest-token" } },
    ],
    contexts: [
      { name: "admin", context: { cluster: "theirs", user: "admin" } },
      { name: "guest", context: { cluster: "theirs", user: "guest" } },
    ],
    "current-context": "admin",
  };
}

/** A port nobody has now. The kernel hands them out in turn, so nobody else gets it in the next moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
