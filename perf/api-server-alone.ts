import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "../src/process/index.ts";
import { obtain } from "../src/toolchain/index.ts";
import { quiet } from "./measure.ts";

/** Starts etcd and kube-apiserver in a network namespace of their own; seconds until the server says it is ready. */
export async function startApiServerAlone(): Promise<number> {
  const { bin } = await obtain("kubernetes", quiet);
  const folder = await mkdtemp(join(tmpdir(), "airworthy-floor-"));
  const key = join(folder, "sa.key");
  await run("openssl", ["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key]);
  await writeFile(join(folder, "tokens.csv"), "perf,perf,1,system:masters\n");
  const script = `ip link set lo up; ip addr add 172.30.0.1/32 dev lo
    "$ETCD" --data-dir=${folder}/etcd --unsafe-no-fsync --log-level=error &
    "$API" --etcd-servers=http://127.0.0.1:2379 --advertise-address=172.30.0.1 --cert-dir=${folder} --service-account-key-file=${key} \\
      --service-account-signing-key-file=${key} --service-account-issuer=https://perf --authorization-mode=RBAC \\
      --token-auth-file=${folder}/tokens.csv >${folder}/log 2>&1 &
    server=$!
    until [ "$(curl -sk -H 'Authorization: Bearer perf' https://127.0.0.1:6443/readyz)" = ok ]; do
      if ! kill -0 $server; then tail -n 5 ${folder}/log >&2; exit 1; fi; sleep 0.02; done
    echo ready; wait`;
  const began = performance.now();
  const child = spawn(
    "setpriv",
    ["--pdeathsig", "KILL", "unshare", "--net", "--pid", "--fork", "--kill-child=KILL", "sh", "-c", script],
    {
      env: { ...process.env, ETCD: bin.etcd, API: bin["kube-apiserver"] },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const gone = new Promise<undefined>((resolve) => child.once("exit", () => resolve(undefined)));
  const said = await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), gone]);
  if (said === undefined) throw new Error("kube-apiserver alone did not start");
  const time = (performance.now() - began) / 1000;
  child.kill("SIGKILL");
  await gone;
  await sleep(200);
  await rm(folder, { recursive: true, force: true });
  return time;
}
