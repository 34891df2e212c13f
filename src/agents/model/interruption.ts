/** Why a trial cannot go on for a reason that is not the agent's: it becomes void. */
export class Interruption extends Error {
  override readonly name = "Interruption";
}
