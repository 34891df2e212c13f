/** An inclusive range of whole numbers: of IPv4 addresses or of ports. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** The number behind a dotted IPv4 address; undefined for anything else, IPv6 included. */
export function parseAddress(text: string): number | undefined {
  const parts = text.split(".");
  if (parts.length !== 4) return undefined;
  let number = 0;
  for (const part of parts) {
    // Leading zeros are decimal here, as the API server reads them.
    if (!/^\d{1,8}$/.test(part) || Number(part) > 255) return undefined;
    number = number * 256 + Number(part);
  }
  return number;
}

/** The addresses of a CIDR; bits behind the prefix are ignored. Undefined for anything but IPv4. */
export function parseBlock(cidr: string): Range | undefined {
  const [address = "", length = "", ...rest] = cidr.split("/");
  const number = parseAddress(address);
  if (number === undefined || rest.length > 0 || !/^\d{1,2}$/.test(length) || Number(length) > 32) return undefined;
  const size = 2 ** (32 - Number(length));
  const first = Math.floor(number / size) * size;
  return { first, last: first + size - 1 };
}

export function formatAddress(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");
}

/** The shortest form nft reads: an address, a CIDR, or first-last. */
export function formatBlock({ first, last }: Range): string {
  const size = last - first + 1;
  if (size === 1) return formatAddress(first);
  const bits = Math.log2(size);
  if (Number.isInteger(bits) && first % size === 0) return `${formatAddress(first)}/${32 - bits}`;
  return `${formatAddress(first)}-${formatAddress(last)}`;
}

export function formatPorts({ first, last }: Range): string {
  return first === last ? String(first) : `${first}-${last}`;
}

/** Sorted, with overlapping and adjoining ranges made one: nft refuses overlaps. */
export function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (before && range.first <= before.last + 1) {
      merged[merged.length - 1] = { first: before.first, last: Math.max(before.last, range.last) };
    } else merged.push(range);
  }
  return merged;
}

export function contains(range: Range, number: number): boolean {
  return range.first <= number && number <= range.last;
}
