/** One piece of news about a long job. Whoever does the work reports; only the CLI decides how it looks. */
export interface News {
  /** What is being done, in a few words: "build kubernetes v1.36.3". The same words until it is done. */
  readonly step: string;
  readonly state: "running" | "done" | "failed";
  readonly done?: number;
  readonly total?: number;
  readonly unit?: "bytes" | "packages" | "items" | "trials";
  /** A short addition: where from, what exactly. */
  readonly note?: string;
  /** Other steps are parts of this one, which says enough of them. */
  readonly whole?: boolean;
}

export type Report = (news: News) => void;
