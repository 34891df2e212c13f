/** What a snapshot may ask of this machine. Whoever made it is not trusted; real ones stay far below all of it. */
export interface Limits {
  readonly files: number;
  readonly depth: number;
  readonly pathLength: number;
  readonly totalBytes: number;
  /** How many times its own size an archive may grow to, beyond a first allowance. */
  readonly growth: number;
  readonly growthAllowance: number;
  /** One record of a table, one line of JSON. */
  readonly recordBytes: number;
  /** A JSON file that must be read as a whole, such as one minute's alerts. */
  readonly documentBytes: number;
  /** Ground truth: a few kilobytes in practice. */
  readonly labelBytes: number;
  readonly objects: number;
  readonly series: number;
}

const megabyte = 1024 * 1024;

export const defaultLimits: Limits = {
  files: 50_000,
  depth: 12,
  pathLength: 512,
  totalBytes: 40 * 1024 * megabyte,
  growth: 250,
  growthAllowance: 64 * megabyte,
  recordBytes: 32 * megabyte,
  documentBytes: 32 * megabyte,
  labelBytes: megabyte,
  objects: 200_000,
  series: 500_000,
};
