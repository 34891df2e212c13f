import { Problem } from "../problem/index.ts";

export class ExchangeProblem extends Problem<
  /** Something is in the place where a copy should go. */
  | "NOT_EMPTY"
  /** What should be read is not there, or not of that format. */
  | "NOT_THAT_FORMAT"
  /** It was taken over before. */
  | "ALREADY_THERE"
  /** The source does not verify, and was not to be taken over in spite of that. */
  | "SOURCE_INVALID"
  /** An envelope or a statement is not what it says. */
  | "BAD_ENVELOPE"
  /** A collector refused what was sent, or could not be reached as often as was tried. */
  | "NOT_DELIVERED"
> {}
