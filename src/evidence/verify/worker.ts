// A thread of the verifier: it checks ranges for as long as it is given some.
import { parentPort } from "node:worker_threads";
import type { RangeTask } from "./range.ts";
import { readAndCheckRange } from "./read-range.ts";

parentPort?.on("message", (task: RangeTask) => parentPort?.postMessage(readAndCheckRange(task)));
