import { answerServer } from "../answer/tool.ts";
import type { AgentInfo, Stage } from "../contract.ts";
import { Interruption } from "../model/interruption.ts";
import { connectServer } from "../model/tools/server.ts";
import type { Prompt } from "../prompts/index.ts";
import type { Server } from "../sources/index.ts";
import type { Deed } from "../trajectory.ts";
import { type Settled, serversOn, type Told } from "./manner.ts";

/** What is chosen of an agent beside its model. */
interface Chosen {
  /** In place of the shell. */
  readonly server: Server | undefined;
  readonly prompt: Prompt | undefined;
}

export interface Tools extends Pick<Told, "servers" | "onlyServers" | "prompt"> {
  readonly files: Settled["files"];
}

/**
 * Prompts tell of `finish`, and who has no shell cannot write an answer: both have a server for it. All others leave
 * their answer as the instruction says.
 */
export function toolsFor(stage: Stage, { server, prompt }: Chosen, who: AgentInfo): Tools {
  const answering = server === undefined && prompt === undefined ? undefined : answerServer();
  const own = [...(server ? [server] : []), ...(answering ? [{ name: "answer", command: answering.command }] : [])];
  return {
    servers: serversOn(stage, own, who),
    onlyServers: server !== undefined,
    ...(prompt === undefined ? {} : { prompt: prompt.text.trim() }),
    files: answering?.files ?? [],
  };
}

/** Programs go on without a server that does not start, and would be judged for what they never had. */
export async function whyNotStarted(
  home: Stage["home"],
  server: Server,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await using _ = await connectServer(home, server, signal);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Interruption) return thrown.message;
    throw thrown;
  }
}

/** What its model was told beyond what the program says by itself, and what it acts with; nothing, if that is all its own. */
export function openingOf({ server, prompt }: Chosen, at: Date): Deed[] {
  if (server === undefined && prompt === undefined) return [];
  const tools = server === undefined ? {} : { tools: server.name };
  return [{ timestamp: at.toISOString(), source: "system", message: prompt?.text.trim() ?? "", extra: tools }];
}
