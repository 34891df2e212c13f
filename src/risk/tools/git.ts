import type { OperationClass } from "../../evidence/index.ts";
import { readFlags } from "../flags.ts";
import type { Look, Scene } from "../scene.ts";

const values = new Set("C c git-dir work-tree namespace exec-path config-env".split(" "));

const reads =
  /^(status|log|diff|show|blame|grep|ls-files|ls-tree|ls-remote|rev-parse|rev-list|describe|shortlog|cat-file|name-rev|merge-base|for-each-ref|show-ref|help|version|whatchanged|annotate|count-objects|fsck|verify-commit|verify-tag|check-ignore|diff-tree|diff-index|cherry|var|bugreport|)$/;
const mutates =
  /^(add|commit|checkout|switch|merge|rebase|push|pull|fetch|clone|init|stash|tag|reset|revert|cherry-pick|am|apply|mv|restore|config|remote|branch|submodule|worktree|notes|bisect|gc|sparse-checkout|lfs|update-ref|symbolic-ref|format-patch|archive|bundle|read-tree|write-tree|commit-tree|maintenance)$/;

/** Words that take something away for good, by verb. */
const destroys: Readonly<Record<string, RegExp>> = {
  push: /^(--force.*|-\w*f\w*|--delete|-d|--mirror|--prune|\+.+|:.+)$/,
  reset: /^--(hard|merge|keep)$/,
  clean: /^-/,
  branch: /^(-D|-d|--delete|-M)$/,
  tag: /^(-d|--delete|-f|--force)$/,
  stash: /^(drop|clear)$/,
  checkout: /^(--|-f|--force|\.)$/,
  restore: /./,
  rm: /./,
  worktree: /^(remove|prune)$/,
  remote: /^(remove|rm|prune)$/,
  reflog: /^(expire|delete)$/,
  "filter-branch": /./,
  "filter-repo": /./,
  gc: /^--prune/,
  "update-ref": /^-d$/,
};

/** Lists where nothing else is said. */
const looks: Readonly<Record<string, RegExp>> = {
  branch: /^(-a|-r|-v|-vv|--list|--show-current|--contains|--merged|--no-merged|--format.*|--sort.*)$/,
  tag: /^(-l|--list|--sort.*|-n\d*|--contains)$/,
  remote: /^(-v|--verbose|show|get-url)$/,
  stash: /^(list|show)$/,
  config: /^(-l|--list|--get.*|get|list|--show-origin)$/,
  worktree: /^list$/,
  reflog: /^(show)?$/,
  submodule: /^(status|summary)$/,
  notes: /^(show|list)$/,
  bisect: /^(log|view)$/,
  lfs: /^(ls-files|status|env)$/,
};

export const git: Look = async (words, scene) => {
  const flags = readFlags(words.slice(1), { values, untilWord: true });
  const [verb = "", ...rest] = flags.words;
  const kind = classOf(verb, rest, flags.list("c"), scene);
  const remote = verb === "push" ? (rest.find((word) => !word.startsWith("-")) ?? "origin") : undefined;
  const name = remote ?? scene.path(flags.value("C") ?? ".");
  const targets = [
    {
      system: "git",
      kind: remote === undefined ? "repository" : "remote",
      name: name.replace(/\/\/[^/@]*@/, "//"),
      action: verb,
    },
  ];
  scene.add({ tool: "git", operation: verb, class: kind, words, flags: flags.record(), targets });
  return { class: kind };
};

function classOf(verb: string, rest: readonly string[], settings: readonly string[], scene: Scene): OperationClass {
  // A setting may name a program that git then runs.
  const runs = settings.some((setting) =>
    /^(alias\.|core\.(sshcommand|editor|pager|hookspath|fsmonitor)|.*\.(textconv|cmd|helper|command)|protocol)/i.test(
      setting,
    ),
  );
  const first = rest.find((word) => !/^--(global|local|system|worktree)$/.test(word)) ?? "";
  if (runs) scene.unknown("what git runs by its settings is known only when it does");
  if (verb === "clean" && rest.some((word) => /^(-\w*n\w*|--dry-run)$/.test(word))) return "plan";
  if (rest.some((word) => destroys[verb]?.test(word))) return "destroy";
  const list = looks[verb];
  const only = list !== undefined && (first === "" ? verb !== "stash" : list.test(first));
  if (reads.test(verb) || only) return runs ? "unknown" : "read";
  if (mutates.test(verb)) return "mutate";
  scene.unknown(`git ${verb}: neither a verb known here nor one that is certain to be harmless`);
  return "unknown";
}
