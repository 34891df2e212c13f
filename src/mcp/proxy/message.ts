/** A JSON-RPC message as far as a proxy has to understand it. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Members;
  readonly result?: Members;
  readonly error?: Members;
}

export type Members = Readonly<Record<string, unknown>>;

/** The messages of a line: one, or several in a list, as an older revision of the protocol allowed. None if it is none. */
export function messagesIn(line: string): readonly Message[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  return (Array.isArray(value) ? value : [value]).filter(
    (each) => typeof each === "object" && each !== null,
  ) as Message[];
}

export function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

/** Ids 1 and "1" are two. */
export const keyOf = (id: string | number) => JSON.stringify(id);
