/** Programs that change infrastructure, for which a launcher is made. */
export const shimmed = ["kubectl", "oc", "helm", "terraform", "tofu", "argocd"] as const;

/** Set around whatever is already on record, so that it is not recorded twice. Its value is the prescription's id. */
export const within = "AIRWORTHY_WITHIN";

const headline = "#!/bin/sh\n# Made by `airworthy hook install shim`; `airworthy hook uninstall shim` removes it.\n";

export const isLauncher = (text: string) => text.startsWith(headline);

/**
 * Runs the next program of the same name on PATH, through the recorder unless that is already around it. It is a small
 * script so that what is recorded already, and what cannot be recorded but shall run, costs no start of Node.
 */
export function launcherText(program: string, [node, script]: readonly [string, string], passes: boolean): string {
  const record = `${quoted(node)} ${quoted(script)} hook shim ${passes ? "--on-failure pass " : ""}-- ${program} "$@"`;
  // Where the recorder is gone: run all the same if that is wanted, else fail as a missing program does.
  const condition = passes
    ? `-z "\${${within}:-}" ] && [ -x ${quoted(node)} ] && [ -f ${quoted(script)}`
    : `-z "\${${within}:-}"`;
  return `${headline}if [ ${condition} ]; then exec ${record}; fi
own=$(cd "$(dirname "$0")" && pwd -P)
IFS=:
for folder in $PATH; do
  case $folder in /*) ;; *) continue ;; esac
  [ -x "$folder/${program}" ] && [ ! -d "$folder/${program}" ] || continue
  [ "$(cd "$folder" && pwd -P)" = "$own" ] && continue
  unset IFS
  exec "$folder/${program}" "$@"
done
echo "${program}: no program of this name behind the launcher of airworthy" >&2
exit 127
`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
