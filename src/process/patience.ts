/** How long to wait for what usually is there within `ms`: as many times longer as `AIRWORTHY_PATIENCE` says. */
export function patient(ms: number): number {
  const factor = Number(process.env.AIRWORTHY_PATIENCE);
  return factor > 0 && Number.isFinite(factor) ? ms * factor : ms;
}
