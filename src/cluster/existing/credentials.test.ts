import "reflect-metadata"; // @peculiar/x509 needs it to be there first
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from "@peculiar/x509";
import { open } from "./connection.ts";
import { credentialsOf } from "./credentials.ts";
import type { Selected } from "./kubeconfig.ts";

const folder = mkdtempSync(join(tmpdir(), "airworthy-test-"));
after(() => rmSync(folder, { recursive: true }));
const where = { cluster: "file: clusters[0].cluster", user: "file: users[0].user" };

function selected(user: Selected["user"], cluster: object = {}): Selected {
  return { context: "x", namespace: undefined, cluster: { server: "https://127.0.0.1:1", ...cluster }, user, where };
}

const plugin = (script: string, apiVersion = "client.authentication.k8s.io/v1") => ({
  exec: { apiVersion, command: "sh", args: ["-c", script], env: [{ name: "WORD", value: "secret" }] },
});

test("A token comes from its file where one is named, without the newline.", async () => {
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, "from-file\n");
  assert.equal((await credentialsOf(selected({ token: "inline", tokenFile }))).token, "from-file");
  assert.equal((await credentialsOf(selected({ token: "inline" }))).token, "inline");
});

test("A plugin gets its environment and the server's address, and its token is used.", async () => {
  const script = `
    server=$(printf %s "$KUBERNETES_EXEC_INFO" | sed 's/.*"server":"\\([^"]*\\)".*/\\1/')
    printf '{"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential","status":{"token":"%s %s"}}' "$WORD" "$server"`;
  const { exec } = plugin(script, "client.authentication.k8s.io/v1beta1");
  const credentials = await credentialsOf(selected({ exec: { ...exec, provideClusterInfo: true } }));
  assert.equal(credentials.token, "secret https://127.0.0.1:1");
});

for (const [what, user, cluster, code, part] of [
  ["a proxy", {}, { "proxy-url": "http://proxy" }, "NOT_SUPPORTED", "clusters[0].cluster.proxy-url"],
  ["a password", { username: "me", password: "x" }, {}, "NOT_SUPPORTED", "users[0].user.username"],
  ["a certificate without its key", certificateOnly(), {}, "BAD_CREDENTIALS", "expected client-key beside"],
  ["data that is no PEM", {}, { "certificate-authority-data": "eHg=" }, "BAD_CREDENTIALS", "authority-data: expected"],
  ["a file that is not there", { tokenFile: "/no/such" }, {}, "BAD_CREDENTIALS", "users[0].user.tokenFile"],
  ["a plugin of an unknown protocol", plugin("", "v9"), {}, "NOT_SUPPORTED", "exec.apiVersion"],
  ["a plugin that fails", plugin("echo login first >&2; exit 3"), {}, "BAD_CREDENTIALS", "login first"],
  ["a plugin that prints something else", plugin("echo hello"), {}, "BAD_CREDENTIALS", "expected an ExecCredential"],
  ["a plugin that is not installed", missingPlugin(), {}, "BAD_CREDENTIALS", "no such program"],
] as const) {
  test(`Credentials with ${what} are refused with the field.`, async () => {
    await assert.rejects(credentialsOf(selected(user, cluster)), (problem: { code: string; message: string }) => {
      assert.equal(problem.code, code);
      assert.ok(problem.message.includes(part), problem.message);
      return true;
    });
  });
}

test("An expired client certificate is refused before the server is asked.", async () => {
  const { cert, key } = await expired();
  const user = { "client-certificate-data": base64(cert), "client-key-data": base64(key) };
  await assert.rejects(credentialsOf(selected(user)), {
    code: "BAD_CREDENTIALS",
    message: "file: users[0].user.client-certificate: expired at 2020-01-02T00:00:00.000Z",
  });
});

test("A server whose certificate has expired is told apart from one that is not there.", async () => {
  const pair = await expired();
  const server = createServer(pair).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const cluster = { server: `https://127.0.0.1:${port}`, "certificate-authority-data": base64(pair.cert) };
  await assert.rejects(open(selected({ token: "t" }, cluster)), (problem: { code: string; hint: string }) => {
    assert.equal(problem.code, "UNREACHABLE");
    assert.match(problem.hint, /server's certificate has expired/);
    return true;
  });
  server.close();
});

test("A server that does not answer is named with the context and the field.", async () => {
  await assert.rejects(open(selected({ token: "t" })), (problem: { code: string; message: string; hint: string }) => {
    assert.equal(problem.code, "UNREACHABLE");
    assert.match(problem.message, /context "x" \(file: clusters\[0\]\.cluster\.server\)/);
    assert.match(problem.message, /ECONNREFUSED/);
    return true;
  });
});

function certificateOnly() {
  return { "client-certificate-data": Buffer.from("-----BEGIN CERTIFICATE-----").toString("base64") };
}

function missingPlugin() {
  return { exec: { apiVersion: "client.authentication.k8s.io/v1", command: "no-such-plugin", installHint: "get it" } };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** A certificate for 127.0.0.1 that was good for one day, long ago. */
async function expired(): Promise<{ cert: string; key: string }> {
  const signingAlgorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ["sign", "verify"]);
  const cert = await X509CertificateGenerator.createSelfSigned({
    name: "CN=old",
    notBefore: new Date("2020-01-01T00:00:00Z"),
    notAfter: new Date("2020-01-02T00:00:00Z"),
    signingAlgorithm,
    keys,
    extensions: [new SubjectAlternativeNameExtension([{ type: "ip", value: "127.0.0.1" }])],
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
  const key = `-----BEGIN PRIVATE KEY-----\n${der.toString("base64")}\n-----END PRIVATE KEY-----\n`;
  return { cert: cert.toString("pem"), key };
}
