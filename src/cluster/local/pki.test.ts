import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { createAuthority, createTokenKeys, loadAuthority } from "./pki.ts";

test("a client's certificate carries its name and groups, and its authority vouches for it", async () => {
  const authority = await createAuthority("ours");
  const { cert } = await authority.issue({ commonName: "agent-1", organisations: ["a:b", "c"] });
  const parsed = new X509Certificate(cert);
  assert.deepEqual(parsed.subject.split("\n"), ["O=a:b", "O=c", "CN=agent-1"]);
  assert.ok(parsed.verify(new X509Certificate(authority.cert).publicKey));
  assert.equal(parsed.ca, false);
  assert.deepEqual(parsed.keyUsage, ["1.3.6.1.5.5.7.3.2"], "good for a client and nothing else");
});

test("a server's certificate names every host and address it answers for", async () => {
  const authority = await createAuthority("ours");
  const { cert } = await authority.issue({ commonName: "server", names: ["kubernetes.default", "10.96.0.1"] });
  const parsed = new X509Certificate(cert);
  assert.equal(parsed.checkHost("kubernetes.default"), "kubernetes.default");
  assert.equal(parsed.checkIP("10.96.0.1"), "10.96.0.1");
  assert.equal(parsed.checkHost("elsewhere"), undefined);
});

test("an authority that was kept issues what the same authority would, and another's does not pass for it", async () => {
  const authority = await createAuthority("ours");
  const again = await loadAuthority(authority.cert, authority.key);
  const { cert } = await again.issue({ commonName: "later" });
  assert.ok(new X509Certificate(cert).verify(new X509Certificate(authority.cert).publicKey));
  const other = await createAuthority("ours");
  assert.equal(new X509Certificate(cert).verify(new X509Certificate(other.cert).publicKey), false);
});

test("keys for tokens are never the same twice", () => {
  assert.notEqual(createTokenKeys().privateKey, createTokenKeys().privateKey);
});
