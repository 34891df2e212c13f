import { progress } from "../src/cli/shell/progress.ts";
import { requireLocal } from "../src/cli/support/clusters.ts";
import { destroyCluster } from "../src/cluster/index.ts";
import { Problem } from "../src/problem/index.ts";
import { obtain } from "../src/toolchain/index.ts";
import { sharedName } from "../test/cluster/shared.ts";

/** Brings what the tests need: system packages and Kubernetes. Gives the reason where this machine cannot have clusters. */
export async function setUp(): Promise<string | undefined> {
  const output = {
    stream: process.stdout,
    isTTY: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? 80,
  };
  using shown = progress(output, process.env);
  const options = { report: shown.report, signal: new AbortController().signal };
  try {
    await requireLocal(options);
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code !== "MISSING_REQUIREMENT") throw thrown;
    return thrown.message;
  }
  const { version, from } = await obtain("kubernetes", options);
  console.log(`Kubernetes ${version} (${from})`);
  await removeSharedCluster(); // One that an interrupted run left may be of another make.
  return undefined;
}

export async function removeSharedCluster(): Promise<void> {
  if (process.platform === "linux") await destroyCluster(sharedName);
}
