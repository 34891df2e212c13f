/** How much is looked at before an operation: it waits for us. */
export interface Limits {
  readonly fileBytes: number;
  readonly totalBytes: number;
  /** In one folder. */
  readonly files: number;
  readonly renderMs: number;
  readonly clusterMs: number;
  readonly totalMs: number;
}

export const usual: Limits = {
  fileBytes: 8 * 1024 * 1024,
  totalBytes: 32 * 1024 * 1024,
  files: 2_000,
  renderMs: 8_000,
  clusterMs: 2_000,
  totalMs: 12_000,
};
