import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "./index.ts";

const redactor = createRedactor(Buffer.alloc(32, 7));
const digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const certificate = `-----BEGIN CERTIFICATE-----\nMIIC/zCCAeegAwIBAgIRAKx2Vf\n-----END CERTIFICATE-----\n`;

const commands: readonly (readonly string[])[] = [
  ["kubectl", "get", "secret", "db-credentials", "-o", "yaml"],
  ["kubectl", "create", "secret", "generic", "db", "--from-file=password=./password.txt"],
  ["kubectl", "create", "secret", "tls", "site", "--cert=tls.crt", "--key=tls.key"],
  ["kubectl", "create", "configmap", "site", "--from-literal=colour=blue"],
  ["kubectl", "create", "token", "builder", "--duration=10m"],
  ["kubectl", "set", "image", "deployment/web", `web=example/web@sha256:${digest}`],
  ["kubectl", "delete", "secrets", "--all", "-n", "shop"],
  ["kubectl", "patch", "deployment", "web", "-p", '{"spec":{"replicas":3}}'],
  ["helm", "upgrade", "shop", "./chart", "--set", "auth.existingSecret=db-credentials,replicas=3"],
  ["docker", "run", "-p", "8080:80", "--name", "mysql", "-u", "1000:1000", "mysql:8"],
  ["docker", "login", "--username", "bob", "--password-stdin", "registry.example"],
  ["docker", "build", "--secret", "id=npmrc,src=.npmrc", "."],
  ["mysql", "-u", "root", "-p", "shop"],
  ["mkdir", "-p", "a/b/c"],
  ["aws", "secretsmanager", "get-secret-value", "--secret-id", "prod/db"],
  ["gcloud", "secrets", "versions", "access", "latest", "--secret=db-password"],
  ["ssh-keygen", "-t", "ed25519", "-f", "id_deploy"],
  ["sh", "-c", 'psql --password "$DB_PASSWORD" -h db && kubectl rollout status deploy/token-service'],
  ["sh", "-c", 'export TOKEN=$(cat /run/token); curl -H "Authorization: Bearer $TOKEN" https://api.example'],
  ["git", "clone", "git@git.example:shop/web.git"],
  ["git", "checkout", "4f2a9c8e1b7d6a5f3c2e1d0b9a8f7e6d5c4b3a29"],
  ["terraform", "apply", "-var-file=secrets.tfvars", "-lock-timeout=60s"],
  ["vault", "token", "lookup"],
];

test("Commands without a secret are kept word for word.", () => {
  for (const words of commands) assert.deepEqual(redactor.command(words), { value: [...words], redacted: [] });
});

const texts: readonly string[] = [
  "kind: Pod\nspec:\n  imagePullSecrets:\n  - name: regcred\n  automountServiceAccountToken: true\n",
  "env:\n- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db-credentials\n      key: password\n",
  "env: [{name: DB_PASSWORD, valueFrom: {secretKeyRef: {name: db, key: password}}}]\n",
  "volumes:\n- name: certs\n  secret:\n    secretName: site-tls\n    items:\n    - key: tls.key\n      path: tls.key\n",
  "spec:\n  tls:\n  - hosts: [shop.example]\n    secretName: shop-tls\n",
  `image: registry.example/shop/token-service:v1.2.3@sha256:${digest}\n`,
  "metadata:\n  uid: 0f8fad5b-d9cb-469f-a165-70867728950e\n  resourceVersion: '123456'\n  name: api-token\n",
  `data:\n  ca.crt: |\n    ${certificate.replaceAll("\n", "\n    ")}`,
  `clusters:\n- cluster:\n    certificate-authority-data: ${Buffer.from(certificate.repeat(4)).toString("base64")}\n`,
  "ssh_key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGtyZXNzaWcga2V5IGZvciBkZXBsb3kgdXNl deploy@example\n",
  "externalSecret:\n  secretStoreRef: {name: vault}\n  data:\n  - secretKey: password\n    remoteRef: {key: shop/db}\n",
  "auth:\n  existingSecret: db-credentials\n  secretKeys: {adminPasswordKey: postgres-password}\n",
  "max_tokens: 4096\nprompt_tokens: 12\npassword_policy: strict\ntoken_ttl: 3600\npasswordLength: 16\n",
  `password: \${DB_PASSWORD}\ntoken: {{ .Values.token }}\napi_key: $(API_KEY)\nclient_secret: <nil>\n`,
  "password: ENC[AES256_GCM,data:Zm9v,iv:YmFy,type:str]\nsecret: vault:secret/data/shop#password\n",
  "tokenFile: /var/run/secrets/kubernetes.io/serviceaccount/token\nPASSWORD_FILE=/run/secrets/db\n",
  'Error from server (NotFound): secrets "db-credentials" not found\n',
  'FATAL:  password authentication failed for user "shop"\n',
  "error: password: must be at least 8 characters\n",
  "Invalid password: please try again\n",
  "secret/db-credentials created\nsecret/db-credentials configured\n",
  "NAME             TYPE     DATA   AGE\ndb-credentials   Opaque   2      3d\n",
  "Warning: the token expires in 10 minutes; tokens: 500 used, 200 left\n",
  "  + password = (sensitive value)\n  + id       = (known after apply)\n",
  "commit 4f2a9c8e1b7d6a5f3c2e1d0b9a8f7e6d5c4b3a29\nkey: users/17/avatar.png\n",
  "GET https://api.example:8443/v1/users/@me?page=2 200\nsee http://docs.example/a@b\n",
  "postgres://shop@db:5432/shop and postgres://shop:$DB_PASSWORD@db/shop\n",
  '"integrity": "sha512-9NET910DNaIPngYnLLPeg+Ogzqsi9uM4mSboU5y6p8S5DzMTVEsJZrawi+BoDNUVBa2DhJqQYUFvMDfgU062LQ=="\n',
  "kind: RoleBinding\nsubjects:\n- kind: ServiceAccount\n  name: token-reviewer\nrules:\n- resources: [secrets, tokenreviews]\n",
  "pod-template-hash: 7d4b9c6f58\nrevision: shop-web-66b6c48dd5\n",
  "services:\n  web:\n    secrets: [db_password]\nsecrets:\n  db_password:\n    file: ./db_password.txt\n",
  "      DB_PASSWORD:  <set to the key 'password' in secret 'db'>  Optional: false\n",
  "PWD=/home/bob\nOLDPWD=/\nGPG_KEY_ID=0xDEADBEEF\n",
];

test("Manifests, settings, logs and messages without a secret are kept byte for byte.", () => {
  for (const text of texts) {
    const bytes = Buffer.from(text);
    const { value, redacted } = redactor.document({ name: "input", bytes });
    assert.equal(Buffer.from(value).toString(), text);
    assert.deepEqual(redacted, []);
    assert.deepEqual(redactor.text(text), { value: text, redacted: [] });
  }
});

test("A name that is also a password somewhere is taken only where it is the password.", () => {
  const text =
    "kind: Secret\nstringData:\n  user: postgres\n  password: postgres\n---\nimage: postgres:16\nname: postgres\n";
  const value = Buffer.from(redactor.document({ name: "a.yaml", bytes: Buffer.from(text) }).value).toString();
  assert.match(value, /^---\nimage: postgres:16\nname: postgres\n$/m);
  assert.equal(value.match(/redacted/g)?.length, 2);
});
