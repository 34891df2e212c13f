import "reflect-metadata"; // @peculiar/x509 needs it to be there first
import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

x509.cryptoProvider.set(webcrypto as never);
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const day = 24 * 60 * 60 * 1000;

/** A certificate with its private key, both as PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateRequest {
  readonly commonName: string;
  /** Kubernetes reads a client's groups from here. */
  readonly organisations?: readonly string[];
  /** DNS names and IP addresses a server answers for. */
  readonly names?: readonly string[];
}

/** Signs certificates for one cluster. It lives as long as its cluster and no longer. */
export interface Authority {
  readonly cert: string;
  readonly key: string;
  issue(request: CertificateRequest): Promise<KeyPair>;
}

export async function createAuthority(commonName: string): Promise<Authority> {
  const keys = await newKeys();
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: subject(commonName, []),
    ...lifetime(),
    signingAlgorithm: algorithm,
    keys: keys.crypto,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.crypto.publicKey),
    ],
  });
  return authorityOf(cert, keys.crypto, keys.pem);
}

/** An authority from its kept certificate and key. */
export async function loadAuthority(certPem: string, keyPem: string): Promise<Authority> {
  const cert = new x509.X509Certificate(certPem);
  const der = Buffer.from(keyPem.replace(/-----[^-]+-----|\s/g, ""), "base64");
  const privateKey = await webcrypto.subtle.importKey("pkcs8", der, algorithm, true, ["sign"]);
  const publicKey = await cert.publicKey.export(algorithm, ["verify"]);
  return authorityOf(cert, { privateKey, publicKey }, keyPem);
}

function authorityOf(cert: x509.X509Certificate, keys: webcrypto.CryptoKeyPair, key: string): Authority {
  return {
    cert: cert.toString("pem"),
    key,
    issue: async (request) => {
      const own = await newKeys();
      const usage = request.names ? x509.ExtendedKeyUsage.serverAuth : x509.ExtendedKeyUsage.clientAuth;
      const issued = await x509.X509CertificateGenerator.create({
        serialNumber: serial(),
        subject: subject(request.commonName, request.organisations ?? []),
        issuer: cert.subject,
        ...lifetime(),
        signingAlgorithm: algorithm,
        publicKey: own.crypto.publicKey,
        signingKey: keys.privateKey,
        extensions: [
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          new x509.ExtendedKeyUsageExtension([usage]),
          await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
          ...(request.names ? [new x509.SubjectAlternativeNameExtension(request.names.map(generalName))] : []),
        ],
      });
      return { cert: issued.toString("pem"), key: own.pem };
    },
  };
}

/** The key pair with which ServiceAccount tokens are signed. */
export function createTokenKeys(): { privateKey: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { privateKey: sec1(privateKey), publicKey: pemOf(createPublicKey(privateKey)) };
}

async function newKeys(): Promise<{ crypto: webcrypto.CryptoKeyPair; pem: string }> {
  const crypto = (await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as webcrypto.CryptoKeyPair;
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", crypto.privateKey));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return { crypto, pem: `-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n-----END PRIVATE KEY-----\n` };
}

function subject(commonName: string, organisations: readonly string[]): x509.JsonName {
  return [...organisations.map((name) => ({ O: [name] })), { CN: [commonName] }];
}

function generalName(name: string): { type: "ip" | "dns"; value: string } {
  return { type: /^[\d.]+$/.test(name) ? "ip" : "dns", value: name };
}

/** From yesterday, so that a clock that is a little behind does not matter, for a year: spares may wait. */
function lifetime(): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + 365 * day) };
}

function serial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40; // positive, and never with a leading zero
  return bytes.toString("hex");
}

function sec1(key: KeyObject): string {
  return key.export({ type: "sec1", format: "pem" }).toString();
}

function pemOf(key: KeyObject): string {
  return key.export({ type: "spki", format: "pem" }).toString();
}
