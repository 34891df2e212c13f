// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of a shell
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import fc from "fast-check";
import { gather, understand } from "../../src/risk/index.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const encoded = (text: string) => Buffer.from(text).toString("base64");

/** Ways to delete a namespace. */
const deletions: readonly ((name: string) => string)[] = [
  (name) => `kubectl delete ns ${name}`,
  (name) => `N=${name}; kubectl delete ns "$N"`,
  (name) => `k=kubectl; $k delete ns ${name}`,
  (name) => `kubectl delete ns {${name}-a,${name}-b}`,
  (name) => `for n in ${name}-1 ${name}-2; do kubectl delete ns $n; done`,
  (name) => `for n in ${name}-{1..3}; do kubectl delete ns $n; done`,
  (name) => `a=(kubectl delete ns); "\${a[@]}" ${name}`,
  (name) => `echo ${name} | xargs kubectl delete ns`,
  (name) => `echo ${name} | xargs -I@ kubectl delete ns @`,
  (name) => `kubectl delete ns $(echo ${name})`,
  (name) => `kubectl delete ns \`echo ${name}\``,
  (name) => `kubectl delete ns ${name}-$((1 + 1))`,
  (name) => `kubectl delete ns "\${UNSET_BY_ALL:-${name}}"`,
  (name) => `ku""bectl del\\ete ns $'${name}'`,
  (name) => `set -- ${name}; kubectl delete ns "$1"`,
  (name) => `f() { kubectl delete ns "$1"; }; f ${name}`,
  (name) => `find /dev/null -exec kubectl delete ns ${name} \\;`,
  (name) => `i=0; while [ $i -lt 2 ]; do kubectl delete ns ${name}-$i; i=$((i + 1)); done`,
];

/** Ways to run a script inside another. */
const wrappings: readonly ((script: string) => string)[] = [
  (script) => `( ${script} )`,
  (script) => `{ ${script}\n}`,
  (script) => `bash -c ${quoted(script)}`,
  (script) => `eval ${quoted(script)}`,
  (script) => `X=${quoted(script)}; eval "$X"`,
  (script) => `if true; then ${script}\nfi`,
  (script) => `false || { ${script}\n}`,
  (script) => `true && { ${script}\n}`,
  (script) => `x=$(${script}\n); echo "$x"`,
  (script) => `for i in 1; do ${script}\ndone`,
  (script) => `while true; do ${script}\nbreak; done`,
  (script) => `case x in x) ${script}\n;; esac`,
  (script) => `g() { ${script}\n}; g`,
  (script) => `bash <<'END'\n${script}\nEND\n`,
  (script) => `echo ${quoted(script)} | bash`,
  (script) => `printf '%s\\n' ${quoted(script)} | bash -s`,
  (script) => `bash <(echo ${quoted(script)})`,
  (script) => `source <(printf '%s' ${quoted(script)})`,
  (script) => `echo ${encoded(script)} | base64 -d | bash`,
  (script) => `trap ${quoted(script)} EXIT`,
  (script) => `env A=b timeout 20 bash -c ${quoted(script)}`,
  (script) => `T=$(mktemp); echo ${quoted(script)} > "$T"; bash "$T"; rm "$T"`,
  (script) => `{ ${script}\n} | cat`,
  (script) => `{ ${script}\n} > /dev/null 2>&1`,
  (script) => `cat <<END > /dev/null\n$(${script}\n)\nEND\n`,
  (script) => `bash -c 'eval "$1"' name ${quoted(script)}`,
];

const scripts = fc
  .array(
    fc.record({
      deletion: fc.constantFrom(...deletions),
      wraps: fc.array(fc.constantFrom(...wrappings), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) =>
    parts.map(({ deletion, wraps }, at) => wraps.reduce((script, wrap) => wrap(script), deletion(`n${at}`))).join("\n"),
  );

test("Whatever a real bash makes kubectl do was foreseen.", { skip: !existsSync("/bin/bash") }, async () => {
  const directory = await mkdtemp(join(tmpdir(), "airworthy-bash-"));
  try {
    const log = join(directory, "log");
    // Stands in for kubectl and writes down what it was asked to do.
    await writeFile(join(directory, "kubectl"), `#!/bin/bash\nprintf '%s\\n' "$@" >> ${quoted(log)}\n`);
    await chmod(join(directory, "kubectl"), 0o755);
    const environment = { PATH: `${directory}:/usr/bin:/bin`, HOME: directory };
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        await writeFile(log, "");
        await promisify(execFile)("/bin/bash", ["-c", script], { env: environment, cwd: directory }).catch(() => {});
        const done = (await readFile(log, "utf8")).split("\n").filter((word) => /^n\d/.test(word));
        runs += done.length;
        const operation = await understand(
          await gather({ shell: script, directory, environment }, { limits: { clusterMs: 1 } }),
        );
        const foreseen = operation.targets
          .filter(({ kind, action }) => kind === "Namespace" && action === "delete")
          .map(({ name }) => name);
        const missed = done.filter((name) => !foreseen.some((pattern) => fits(pattern, name)));
        assert.deepEqual(missed, [], script);
      }),
      { numRuns: 60, seed: 23 },
    );
    assert.ok(runs > 60, `kubectl was called ${runs} times`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

const fits = (pattern: string, name: string) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(name);
