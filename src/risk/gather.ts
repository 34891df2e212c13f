import { type Allowance, readFile, readFolder } from "./gather/files.ts";
import { readContext } from "./gather/kubeconfig.ts";
import { type Limits, usual } from "./gather/limits.ts";
import type { Places } from "./gather/program.ts";
import { recentLabels } from "./gather/recent-labels.ts";
import { render } from "./gather/rendering.ts";
import { readVariable } from "./gather/variable.ts";
import type { Answer, Materials, Proposal, Want } from "./model.ts";
import { pack } from "./sight.ts";
import { lookInto } from "./understand.ts";

/** How long a caller waits, and how much is read. */
export interface Surroundings {
  readonly limits?: Partial<Limits>;
}

/** A file may name another, a rendering may show namespaces: each round sees what the one before could not. */
const mostRounds = 6;

/**
 * Reads whatever has to be seen to understand a proposal: the caller's side, with the caller's rights. It asks the same
 * code that the recorder will ask, over and over, for what it lacks. It changes nothing, and waits only so long.
 */
export async function gather(proposal: Proposal, surroundings: Surroundings = {}): Promise<Materials> {
  const limits = { ...usual, ...surroundings.limits };
  const environment = proposal.environment ?? process.env;
  const directory = proposal.directory ?? process.cwd();
  const places: Places = { environment, directory };
  const allowance: Allowance = { bytes: limits.totalBytes };
  const signal = AbortSignal.timeout(limits.totalMs);
  let materials = packed(proposal, directory);
  for (let round = 0; round < mostRounds && !signal.aborted; round += 1) {
    const { wants } = await lookInto(materials);
    if (wants.length === 0) break;
    const answers = await Promise.all(
      wants.map((want) =>
        proposal.elsewhere
          ? { want, missing: "it is on another machine" }
          : fulfil(want, places, limits, allowance, signal),
      ),
    );
    materials = { ...materials, answers: [...materials.answers, ...answers] };
  }
  return materials;
}

function packed(proposal: Proposal, directory: string): Materials {
  const { command, shell, tool, operation, scope, stdin, documents = [], findings = [] } = proposal;
  return {
    version: 1,
    ...(command !== undefined && { command }),
    ...(shell !== undefined && { shell }),
    ...(tool !== undefined && { tool }),
    ...(operation !== undefined && { operation }),
    ...(scope !== undefined && { scope }),
    directory,
    ...(stdin !== undefined && { stdin: pack(stdin) }),
    documents: documents.map(pack),
    findings: findings.map(pack),
    answers: [],
  };
}

function fulfil(
  want: Want,
  places: Places,
  limits: Limits,
  allowance: Allowance,
  signal: AbortSignal,
): Promise<Answer> {
  switch (want.ask) {
    case "file":
      return readFile(want, limits, allowance);
    case "folder":
      return readFolder(want, limits, allowance);
    case "rendering":
      return render(want, places, limits, allowance, signal);
    case "variable":
      return Promise.resolve(readVariable(want, places));
    case "kubernetes-context":
      return readContext(want, places, limits);
    case "namespace-labels":
      return recentLabels(want, places, limits, signal);
  }
}
