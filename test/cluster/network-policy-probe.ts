export interface ProbeCell {
  readonly address: string;
  readonly port: number;
  readonly protocol: "TCP" | "UDP";
  readonly expected: boolean;
}

/** How long silence lasts before it counts, after everything that must be answered was. */
const SILENCE_S = 2;
const DEADLINE_S = 60;

/**
 * A script for a pod's bash that tries all cells at once and prints the index of each that was answered.
 *
 * Silence proves nothing on a machine that is merely slow, so no probe has a time limit of its own. The last ones begun
 * are controls: the pod asks itself, past all policies. When they and all cells that must be answered have been, a
 * packet that slipped through had its chance; then the silence begins to count.
 */
export function probeScript(cells: readonly ProbeCell[]): string {
  const attempt = ({ protocol, address, port }: Omit<ProbeCell, "expected">, mark: string) =>
    // One character is read: the shell reads single bytes, and with the first one the rest of a datagram is gone.
    `(exec 3<>/dev/${protocol.toLowerCase()}/${address}/${port} && echo '?' >&3 && read -r -n 1 -u 3 && echo "${mark}" >>"$out") </dev/null >/dev/null 2>&1 &`;
  const controls = (["TCP", "UDP"] as const).map((protocol) =>
    attempt({ protocol, address: "127.0.0.1", port: 80 }, "must control"),
  );
  const byHaste = cells
    .map((cell, index) => ({ cell, index }))
    .sort((a, b) => Number(a.cell.expected) - Number(b.cell.expected));
  const attempts = byHaste.map(({ cell, index }) => attempt(cell, `${cell.expected ? "must" : "may"} ${index}`));
  const due = cells.filter(({ expected }) => expected).length + controls.length;
  return `set -m # Each attempt leads a process group, which ends as a whole.
out=$(mktemp)
${[...attempts, ...controls].join("\n")}
for i in {1..${DEADLINE_S * 5}}; do
  [ "$(grep -c must "$out")" -ge ${due} ] && break
  sleep 0.2
done
sleep ${SILENCE_S}
for group in $(jobs -p); do kill -KILL -- "-$group" 2>/dev/null; done
sed -n 's/^[a-z]* \\([0-9]*\\)$/\\1/p' "$out"
grep -q control "$out" || echo "the pod does not even answer itself" >&2
rm -f "$out"`;
}
