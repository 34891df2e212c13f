import { Problem } from "../problem/index.ts";

export type ApiCode = "UNREACHABLE" | "DENIED" | "NOT_FOUND" | "CONFLICT" | "INVALID" | "GONE" | "SERVER_ERROR";

/** An API server's refusal, or its silence. */
export class ApiProblem extends Problem<ApiCode> {
  readonly status: number;

  constructor(status: number, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(codeOf(status), message, options);
    this.status = status;
  }
}

function codeOf(status: number): ApiCode {
  if (status === 0) return "UNREACHABLE";
  if (status === 401 || status === 403) return "DENIED";
  if (status === 404) return "NOT_FOUND";
  if (status === 409) return "CONFLICT";
  if (status === 410) return "GONE";
  return status < 500 ? "INVALID" : "SERVER_ERROR";
}
