import type { News } from "../process/index.ts";
import type { Errand } from "./way.ts";

type OnLine = (line: string, stream: "stdout" | "stderr") => void;

export interface Progress {
  readonly line: OnLine;
  readonly done: () => void;
}

/** Counts modules as they arrive. `go … -x` says `# get <url>: 200 OK (…)` for each file of each module. */
export function moduleProgress(errand: Errand, goSum: string): Progress {
  const total = goSum.split("\n").filter((line) => line && !line.includes("/go.mod ")).length;
  const step = `download Go modules of ${errand.component.name}`;
  let done = 0;
  return {
    line(line, stream) {
      if (stream !== "stderr" || !/^# get .*\.zip: 200/.test(line)) return;
      done += 1;
      errand.report({ step, state: "running", done, total: Math.max(total, done), unit: "items" });
    },
    done: () => errand.report({ step, state: "done", done, total: done, unit: "items" }),
  };
}

/** Counts packages as the compiler names them, and guesses the rest from the pace so far. */
export function compileProgress(errand: Errand, total: number): Progress {
  const step = `build ${errand.component.name} ${errand.component.version}`;
  const began = performance.now();
  let done = 0;
  const news = (): News => {
    const share = Math.min(done / Math.max(total, 1), 1);
    if (done >= total) return { step, state: "running", note: "linking" };
    const note = done > 20 ? { note: `about ${timeLeft(performance.now() - began, share)} left` } : {};
    return { step, state: "running", done, total, unit: "packages", ...note };
  };
  errand.report(news());
  return {
    line(line, stream) {
      // A package's path has no blank; whatever else the compiler says goes to the log only.
      if (stream !== "stderr" || !line || /\s|^#/.test(line)) return;
      done += 1;
      errand.report(news());
    },
    done: () => errand.report({ step, state: "done", done: total, total, unit: "packages" }),
  };
}

function timeLeft(elapsedMs: number, share: number): string {
  const seconds = ((elapsedMs / share) * (1 - share)) / 1000;
  return seconds < 90 ? `${Math.max(5, Math.round(seconds / 5) * 5)} s` : `${Math.round(seconds / 60)} min`;
}
