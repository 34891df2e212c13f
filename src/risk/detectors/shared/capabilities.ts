/** What the baseline of the Pod Security Standards lets every container have; all others are more than that. */
const baseline = new Set([
  "AUDIT_WRITE",
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "MKNOD",
  "NET_BIND_SERVICE",
  "SETFCAP",
  "SETGID",
  "SETPCAP",
  "SETUID",
  "SYS_CHROOT",
]);

/** With one of these a container can take over its machine. */
const asGoodAsRoot = new Set(["ALL", "BPF", "DAC_READ_SEARCH", "SYS_ADMIN", "SYS_MODULE", "SYS_PTRACE", "SYS_RAWIO"]);

/** A capability that is more than usual, under its plain name: `cap_sys_admin` is SYS_ADMIN. */
export function dangerousCapability(
  written: unknown,
): { readonly name: string; readonly level: "medium" | "high" | "critical" } | undefined {
  if (typeof written !== "string") return undefined;
  const name = written.trim().toUpperCase().replace(/^CAP_/, "");
  if (name === "" || baseline.has(name)) return undefined;
  // Runtimes give NET_RAW unasked; naming it only keeps it.
  return { name, level: asGoodAsRoot.has(name) ? "critical" : name === "NET_RAW" ? "medium" : "high" };
}
