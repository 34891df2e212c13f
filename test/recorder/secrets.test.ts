import assert from "node:assert/strict";
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { connect } from "../../src/recorder/index.ts";
import { airworthy, type Place, place } from "./place.ts";

/** Unlike anything else, so that a byte of it found anywhere is a leak; of the forms that real ones have. */
const planted = {
  password: "Zq7vTr0ub4dorKx9",
  token: "ghp_k3Jd82LqPzX0vRt6YbNcWm5HsUaFeGi1oT7Q",
  literal: "pl41nt3xtL1t3ralV4lue",
  manifest: "m4n1f3stP4ssw0rdXYZ",
  reason: "AKIAQ3EGRIFFLT7XTZB5",
  output: "xoxb-204938475610-837465019283-kQ8wZr5tYp1uMn3vBx7c",
};

/** Every file that is written under the log, the derived ones too, as bytes. */
function filesOf({ log }: Place): [string, Buffer][] {
  return globSync("**", { cwd: log })
    .filter((name) => statSync(join(log, name)).isFile())
    .map((name) => [name, readFileSync(join(log, name))]);
}

function leaks(here: Place): string[] {
  return filesOf(here).flatMap(([name, bytes]) =>
    Object.entries(planted).flatMap(([what, secret]) =>
      [secret, Buffer.from(secret).toString("base64").replace(/=+$/, "")]
        .filter((form) => bytes.includes(form))
        .map((form) => `${what} as ${form} in ${name}`),
    ),
  );
}

test("No planted secret is in any byte below the log, whichever way it came.", async () => {
  const here = place();
  const manifest = join(here.directory, "secret.yaml");
  writeFileSync(
    manifest,
    [
      "apiVersion: v1",
      "kind: Secret",
      "metadata: { name: db }",
      `stringData: { password: ${planted.manifest} }`,
      "---",
      "apiVersion: v1",
      "kind: Secret",
      "metadata: { name: db2 }",
      `data: { password: ${Buffer.from(planted.manifest).toString("base64")} }`,
    ].join("\r\n"),
  );
  // Nothing is to happen really; what is recorded is the same.
  const programs = join(here.directory, "bin");
  mkdirSync(programs);
  for (const name of ["kubectl", "mysql"]) writeFileSync(join(programs, name), "#!/bin/sh\n", { mode: 0o755 });
  const env = { PATH: `${programs}:${here.env.PATH}` };
  const run = (...args: string[]) => airworthy(here, ["exec", "-q", ...args], { env });
  await run("mysql", "-uroot", `-p${planted.password}`, "shop");
  await run("kubectl", "create", "secret", "generic", "db", `--from-literal=key=${planted.literal}`);
  await run("sh", "-c", `export GITHUB_TOKEN=${planted.token}; true`);
  await run("kubectl", "apply", "-f", manifest);
  await run(
    "--capture-output",
    "sh",
    "-c",
    `printf 'token: %s%s\\n' ${planted.output.slice(0, 20)} ${planted.output.slice(20)}`,
  );
  await run("--intent", `use the token ${planted.token} for it`, "true");

  await using records = await connect({ channel: "library", environment: here.env });
  const { id } = await records.prescribe({
    tool: "kubectl",
    operation: "apply",
    documents: [{ name: ".env", bytes: Buffer.from(`A=1\nDB_PASSWORD=${planted.password}\n`) }],
    shell: `curl -H 'Authorization: Bearer ${planted.token}' https://api.example.com/x`,
  });
  await records.report({
    prescription: id,
    verdict: "error",
    error: { kind: "other", text: `401 with Authorization: Bearer ${planted.token}` },
    references: [{ type: "url", id: `https://bob:${planted.password}@example.com/` }],
  });
  await records.decline({
    intent: { command: ["aws", "s3", "ls"] },
    trigger: "risk",
    reason: `AWS_ACCESS_KEY_ID=${planted.reason} and AWS_SECRET_ACCESS_KEY=${planted.password} were in the page`,
  });
  await assert.rejects(records.report({ prescription: `token ${planted.token}`, verdict: "error" }));
  await records.close();

  assert.deepEqual(leaks(here), []);
  const entries = await here.entries("prescription");
  assert.equal(entries.length, 8);
  assert.ok(entries.filter(({ entry }) => entry.data.redacted.length > 0).length >= 6);
  assert.ok(filesOf(here).some(([name]) => name.startsWith("artifacts/")));
});

test("The search for planted secrets finds one that is there, as it is and in base64.", () => {
  const here = place();
  mkdirSync(join(here.log, "artifacts"), { recursive: true });
  writeFileSync(join(here.log, "artifacts", "a"), `x${planted.token}y`);
  writeFileSync(join(here.log, "b"), Buffer.from(planted.password).toString("base64"));
  assert.equal(leaks(here).length, 2);
});
