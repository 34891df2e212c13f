import { command } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import { clusters, providerOptions } from "../support/clusters.ts";

export default command({
  summary: "Take clusters down, and everything in them",
  usage: "[NAME…]",
  options: { all: { type: "boolean", text: "take down every cluster in the list" }, ...providerOptions },
  examples: ["cluster down dev", "cluster down a b", "cluster down --all"],
  details: "Taking down what is not there succeeds.",
  async run({ options, arguments: names, report, signal }) {
    if (options.all === names.length > 0) {
      throw new UsageProblem("BAD_OPTION", "cluster down: expected either names or --all", {
        hint: "airworthy cluster list shows the names",
      });
    }
    const target = await clusters(options);
    const wanted = options.all ? (await target.list()).map((ref) => ref.name) : names;
    for (const name of wanted) {
      signal.throwIfAborted();
      const step = `take down ${name}`;
      report({ step, state: "running" });
      await target.down(name);
      report({ step, state: "done" });
    }
    return { data: { down: wanted } };
  },
});
