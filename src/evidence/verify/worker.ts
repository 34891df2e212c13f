// A thread of the verifier: it checks ranges for as long as it is given some.
import { parentPort } from "node:worker_threads";
import type { RangeTask } from "./range.ts";
import { rangeChecker } from "./read-range.ts";

const check = rangeChecker();
parentPort?.on("message", (task: RangeTask) => parentPort?.postMessage(check(task)));
