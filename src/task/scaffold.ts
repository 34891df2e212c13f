/** The files of a new task. What its author has to think of is marked, and found by the linter until it is done. */
export function scaffold(given: {
  readonly name: string;
  readonly application: string;
  readonly fault: string;
  readonly on: string;
}): Record<string, string> {
  return {
    "task.toml": `schema_version = "1.4"

[task]
name = "${given.name}"
description = "FILL IN: what is broken; the agent does not see this"

[metadata]
difficulty = "easy" # FILL IN: easy, medium or hard
category = "routing" # FILL IN: its area

[agent]
timeout_sec = 600

[airworthy]
application = "${given.application}"
# FILL IN: what a good engineer needs who has not seen it before
reference = { seconds = 180, commands = 10 }
seeds = { from = 1, to = 1000, count = 3 }

[[airworthy.faults]]
name = "${given.fault}"
on = "${given.on}"

# The faults bring traps of their own. This one is the task's.
[[airworthy.controls]]
name = "look-and-leave"
verdict = "fail"
because = "whoever only looks repairs nothing"
`,
    "instruction.md": `FILL IN: what a user or operator of {{home}} would say. Never the cause, the kind of object, the field or the repair.
`,
    "tests/controls/look-and-leave.sh": `set -e
kubectl -n {{home}} get pods,services
`,
  };
}
