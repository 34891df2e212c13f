import { Problem } from "../problem/index.ts";

/** Always the harness's trouble, never what a command in the sandbox came to. */
export class SandboxProblem extends Problem<"NOT_STARTED" | "ENDED" | "NO_ROOM" | "UNREADABLE"> {}
