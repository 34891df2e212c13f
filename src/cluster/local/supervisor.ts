// The process behind a cluster that outlives the command which made it: `node supervisor.ts ID NAME`, with the spec on
// standard input and news, one JSON object a line, on descriptor 3.
import { createWriteStream, writeSync } from "node:fs";
import { text } from "node:stream/consumers";
import { messageOf, Problem } from "../../problem/index.ts";
import type { News } from "../../process/index.ts";
import type { ClusterSpec } from "../provider.ts";
import type { SupervisorNews } from "./launch.ts";
import { ownCluster } from "./owner.ts";

const [id = "", name = "", become = "ready"] = process.argv.slice(2);
const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => stop.abort());

let listening = true;
const tell = (news: SupervisorNews) => {
  if (!listening) return;
  try {
    writeSync(3, `${JSON.stringify(news)}\n`);
  } catch {
    listening = false; // Whoever started us has left; the cluster stays.
  }
};
const log = (news: News) => {
  if (news.state === "failed") process.stdout.write(`${new Date().toISOString()} ${news.step}: ${news.note}\n`);
};

try {
  const spec = JSON.parse(await text(process.stdin)) as ClusterSpec;
  const report = (news: News) => {
    tell({ is: "news", news });
    log(news);
  };
  await using owned = await ownCluster({
    ...{ id, name, spec, report, signal: stop.signal },
    become: become as "ready",
    // It may wait for days.
    saves: "memory",
  });
  tell({ is: "ready" });
  createWriteStream("", { fd: 3 }).destroy(); // Lets a launcher that waits for the end of the news go on.
  listening = false;
  const stopped = new Promise<string>((resolve) =>
    stop.signal.addEventListener("abort", () => resolve("asked to stop")),
  );
  process.stdout.write(`${new Date().toISOString()} ${await Promise.race([stopped, owned.ended])}\n`);
} catch (thrown) {
  const problem = thrown instanceof Problem ? { code: thrown.code, hint: thrown.hint } : {};
  tell({ is: "failed", message: messageOf(thrown), ...problem });
  process.exitCode = 1;
}
process.exit();
