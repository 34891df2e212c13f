import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { test } from "node:test";
import { authorityOf } from "./certificate.ts";
import { variantOf } from "./variant.ts";

const authority = authorityOf(variantOf("any"), "authority of tests");
const issued = authority.issue("shop.example");

test("A certificate is signed by its authority, fits its key, and is good for its name alone.", () => {
  const [parent, certificate] = [new X509Certificate(authority.cert), new X509Certificate(issued.cert)];
  assert.ok(parent.ca && !certificate.ca);
  assert.ok(certificate.checkIssued(parent) && certificate.verify(parent.publicKey));
  assert.ok(certificate.checkPrivateKey(createPrivateKey(issued.key)));
  assert.equal(certificate.checkHost("shop.example"), "shop.example");
  assert.equal(certificate.checkHost("bank.example"), undefined);
});

test("A certificate can be over, and is another one then.", () => {
  const old = authority.issue("shop.example", 2025);
  assert.equal(new X509Certificate(old.cert).validToDate.getUTCFullYear(), 2025);
  assert.ok(new X509Certificate(issued.cert).validToDate.getUTCFullYear() > 2040);
  assert.notEqual(old.key, issued.key);
});

test("The same seed gives the same certificates, another one others.", () => {
  assert.deepEqual(authorityOf(variantOf("any"), "authority of tests").issue("shop.example"), issued);
  assert.notDeepEqual(authorityOf(variantOf("2"), "authority of tests").issue("shop.example"), issued);
});
