const factors: Record<string, number> = {
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

/** The bytes of a Kubernetes quantity such as 512Mi. */
export function bytesOf(quantity: string): number {
  const match = /^(\d+(?:\.\d+)?)([kMGT]|[KMGT]i)?$/.exec(quantity);
  const factor = factors[match?.[2] ?? ""];
  if (!match || factor === undefined) throw new TypeError(`expected a quantity such as 512Mi, got ${quantity}`);
  return Math.floor(Number(match[1]) * factor);
}

/** The thousandths of a processor of a Kubernetes quantity such as 1.5 or 250m. */
export function millicoresOf(quantity: string): number {
  const match = /^(\d+(?:\.\d+)?)(m)?$/.exec(quantity);
  if (!match) throw new TypeError(`expected a quantity such as 250m, got ${quantity}`);
  return Math.round(Number(match[1]) * (match[2] ? 1 : 1000));
}
