import type { Coverage } from "../evidence/index.ts";
import { type ConnectOptions, connect, type Recorder, RecorderProblem } from "../recorder/index.ts";

/**
 * A recorder for as long as a server runs, which may be longer than the recorder at the other end of a socket does. One
 * that was lost is looked for again at the next call; the call that lost it fails, since nobody knows what came of it.
 */
export class Standing implements AsyncDisposable {
  readonly #options: ConnectOptions;
  readonly #sight: Pick<Coverage, "covers" | "excludes">;
  #recorder: Promise<Recorder> | undefined;

  constructor(options: ConnectOptions, sight: Pick<Coverage, "covers" | "excludes">) {
    this.#options = options;
    this.#sight = sight;
  }

  async use<T>(work: (recorder: Recorder) => Promise<T>): Promise<T> {
    this.#recorder ??= this.#open();
    const asked = this.#recorder;
    try {
      return await work(await asked);
    } catch (thrown) {
      const lost = thrown instanceof RecorderProblem && thrown.code === "RECORDER_UNREACHABLE";
      const failed = await asked.then(
        () => false,
        () => true,
      );
      if ((lost || failed) && this.#recorder === asked) this.#recorder = undefined;
      throw thrown;
    }
  }

  async #open(): Promise<Recorder> {
    const recorder = await connect(this.#options);
    await recorder.cover({ state: "open", ...this.#sight });
    return recorder;
  }

  /** An end that cannot be written down any more is still an end. */
  async [Symbol.asyncDispose](): Promise<void> {
    const recorder = await this.#recorder?.catch(() => undefined);
    await recorder?.cover({ state: "closed", ...this.#sight }).catch(() => {});
    await recorder?.close().catch(() => {});
  }
}
