import { setTimeout as sleep } from "node:timers/promises";
import type { Member } from "./member.ts";
import type { Target } from "./prober.ts";

/** One question: does this member reach that address? */
export interface Cell extends Target {
  readonly from: string;
  /** What should happen. It only decides how long to wait. */
  readonly expected: boolean;
}

/** Attempts that were begun, one for each cell; they stay open until disposed of. */
export interface Conversations extends Disposable {
  /**
   * Which were answered since this was asked last. Silence proves nothing on a machine that is merely slow: it counts
   * from when all that should be answered was, and every asker has been answered by itself, past all policies.
   */
  answered(expected: readonly boolean[]): Promise<boolean[]>;
  /** Says something more on all of them. */
  askAgain(): void;
}

/** The control is asked last and its answer costs as much as another's, so a leak comes about then or before. */
const LEAK_WAIT_MS = 150;
const ANSWER_DEADLINE_MS = 15_000;
const CONTROL: Target = { address: "127.0.0.1", port: 80, protocol: "TCP" };

export function converse(member: (name: string) => Member, cells: readonly Cell[], batch: number): Conversations {
  let answers = cells.map(() => false);
  const controlled = new Set<Member>();
  let heard = Promise.withResolvers<void>();
  const numbered = cells.map((cell, index) => ({ cell, index }));
  const askers = [...Map.groupBy(numbered, ({ cell }) => cell.from)].map(([name, list]) => {
    const asker = member(name);
    const silence = asker.onAnswer((answeredBatch, position) => {
      if (answeredBatch !== batch) return;
      const entry = list[position];
      if (entry) answers[entry.index] = true;
      else controlled.add(asker);
      heard.resolve();
    });
    asker.order({ do: "probe", batch, targets: [...list.map(({ cell }) => cell), CONTROL] });
    return { asker, silence };
  });

  return {
    answered: async (expected) => {
      const over = new AbortController();
      const late = sleep(ANSWER_DEADLINE_MS, undefined, { signal: over.signal }).catch(() => {});
      let inTime = true;
      void late.then(() => {
        inTime = false;
      });
      const isDue = () =>
        controlled.size < askers.length || expected.some((should, index) => should && !answers[index]);
      while (inTime && isDue()) {
        heard = Promise.withResolvers();
        await Promise.race([heard.promise, late]);
      }
      over.abort();
      await sleep(LEAK_WAIT_MS);
      const result = answers;
      answers = cells.map(() => false);
      controlled.clear();
      return result;
    },
    askAgain: () => {
      for (const { asker } of askers) asker.order({ do: "repeat", batch });
    },
    [Symbol.dispose]: () => {
      for (const { asker, silence } of askers) {
        asker.order({ do: "forget", batch });
        silence();
      }
    },
  };
}
