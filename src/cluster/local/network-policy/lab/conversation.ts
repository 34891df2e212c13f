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
  /** Which were answered since this was asked last. Waits for those that should be, then a little for the others. */
  answered(expected: readonly boolean[]): Promise<boolean[]>;
  /** Says something more on all of them. */
  askAgain(): void;
}

/** All are asked at once, so a leak is answered about when the last allowed one is. */
const LEAK_WAIT_MS = 150;
const ANSWER_DEADLINE_MS = 15_000;

export function converse(member: (name: string) => Member, cells: readonly Cell[], batch: number): Conversations {
  let answers = cells.map(() => false);
  let heard = Promise.withResolvers<void>();
  const numbered = cells.map((cell, index) => ({ cell, index }));
  const askers = [...Map.groupBy(numbered, ({ cell }) => cell.from)].map(([name, list]) => {
    const asker = member(name);
    const silence = asker.onAnswer((answeredBatch, position) => {
      const entry = answeredBatch === batch ? list[position] : undefined;
      if (!entry) return;
      answers[entry.index] = true;
      heard.resolve();
    });
    asker.order({ do: "probe", batch, targets: list.map(({ cell }) => cell) });
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
      while (inTime && expected.some((should, index) => should && !answers[index])) {
        heard = Promise.withResolvers();
        await Promise.race([heard.promise, late]);
      }
      over.abort();
      await sleep(LEAK_WAIT_MS);
      const result = answers;
      answers = cells.map(() => false);
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
