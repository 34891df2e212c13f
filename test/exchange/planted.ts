/**
 * Fifty secrets where people and agents put them. Tokens are put together from parts, so that no scanner takes this file
 * for a leak. Tests give the material to whatever writes things down and look for `secret` in every byte of it.
 */
export type Planted = { readonly secret: string } & (
  | { readonly place: "command"; readonly words: readonly string[] }
  | { readonly place: "document"; readonly name: string; readonly text: string }
  | { readonly place: "output" | "error"; readonly text: string }
);

const base64 = (text: string) => Buffer.from(text).toString("base64");
const letters = "Zq7Rk2Vw9Xb4Nc8Md5Lf3Jg6Hh1Tp0Ys";
const token = (prefix: string, length: number) => prefix + letters.repeat(8).slice(0, length - prefix.length);

const command = (secret: string, ...words: string[]): Planted => ({ secret, place: "command", words });
const line = (secret: string, text: string): Planted => command(secret, "sh", "-c", text);
const document = (secret: string, name: string, text: string): Planted => ({ secret, place: "document", name, text });
const output = (secret: string, text: string): Planted => ({ secret, place: "output", text });
const error = (secret: string, text: string): Planted => ({ secret, place: "error", text });

const pemBody = `MIIEvQIBADANBgkqhkiG9w0B${letters}${letters}`;
const pem = (label: string, newline: string) =>
  [`-----BEGIN ${label}-----`, pemBody, `-----END ${label}-----`, ""].join(newline);
const jwt = ["eyJhbGciOiJSUzI1NiJ9", "eyJzdWIiOiJzeXN0ZW06c2VydmljZWFjY291bnQifQ", letters].join(".");

const inCommands: readonly Planted[] = [
  command("Tr0ub4dor&3", "psql", "--host", "db", "--password", "Tr0ub4dor&3"),
  command("p4ss=with=signs", "tool", "login", "--password=p4ss=with=signs", "--verbose"),
  command("lit-3ral!v4lue", "kubectl", "create", "secret", "generic", "db", "--from-literal=anything=lit-3ral!v4lue"),
  command(
    "R3gistry<Pass>",
    "kubectl",
    "create",
    "secret",
    "docker-registry",
    "r",
    "--docker-password",
    "R3gistry<Pass>",
  ),
  command("Sh0rtP4ss!", "docker", "login", "-u", "bob", "-p", "Sh0rtP4ss!", "registry.example"),
  command("mysqlP4ss!9", "kubectl", "exec", "db-0", "--", "mysql", "-uroot", "-pmysqlP4ss!9", "shop"),
  command("b4sic:p4ss", "curl", "-u", "bob:b4sic:p4ss", "https://api.example/v1"),
  command("flagT0ken-1", "kubectl", "--token", "flagT0ken-1", "get", "pods"),
  command("envP4ss w0rd", "docker", "run", "-e", "DB_PASSWORD=envP4ss w0rd", "app"),
  command("setP4ss!1", "helm", "upgrade", "shop", "./chart", "--set", "db.auth.password=setP4ss!1,db.host=db"),
  command("setStr1ng!2", "helm", "install", "shop", "./chart", "--set-string=api.token=setStr1ng!2"),
  command("be4rerT0ken.x", "curl", "-H", "Authorization: Bearer be4rerT0ken.x", "https://api.example"),
  command("p4tchedV4lue", "kubectl", "patch", "secret", "db", "-p", `{"data":{"pw":"${base64("p4tchedV4lue")}"}}`),
  command("v4riable!x", "terraform", "apply", "-var", "db_password=v4riable!x", "-auto-approve"),
  command("vaultV4lue", "vault", "kv", "put", "secret/shop", "colour=vaultV4lue"),
  command("configured/K3y+x", "aws", "configure", "set", "aws_secret_access_key", "configured/K3y+x"),
  line("PgP4ss!word", "PGPASSWORD='PgP4ss!word' psql -h db -c 'select 1'"),
  line("url:P4ss", "git clone https://bot:url:P4ss@git.example/shop.git && cd shop"),
  line("p1pedP4ss!", "echo 'p1pedP4ss!' | docker login -u bob --password-stdin registry.example"),
  line("h3reD0c!", `kubectl apply -f - <<EOF\napiVersion: v1\nkind: Secret\nstringData:\n  colour: h3reD0c!\nEOF`),
];

const inDocuments: readonly Planted[] = [
  document(
    "m4nifest-P4ss",
    "secret.yaml",
    `kind: Secret\ndata:\n  pw: ${base64("m4nifest-P4ss")}\nmetadata: {name: db}\n`,
  ),
  document('str1ng"d4ta', "secret.json", JSON.stringify({ kind: "Secret", stringData: { colour: 'str1ng"d4ta' } })),
  document(
    "l1st-P4ss",
    "list.yaml",
    `kind: List\nitems:\n- kind: ConfigMap\n  data: {a: b}\n- kind: Secret\n  data:\n    a: ${base64("l1st-P4ss")}\n`,
  ),
  document(
    "l4st-Applied",
    "live.yaml",
    `metadata:\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n      ${JSON.stringify({
      kind: "Secret",
      data: { a: base64("l4st-Applied") },
    })}\nkind: Secret\n`,
  ),
  document("env-V4lue!", "deployment.yaml", "containers:\n- env:\n  - name: API_TOKEN\n    value: env-V4lue!\n"),
  document("configm4p:P4ss", "config.yaml", "kind: ConfigMap\ndata:\n  db-password: configm4p:P4ss\n"),
  document("h3lm-V4lue", "values.yaml", "postgresql:\n  auth:\n    password: h3lm-V4lue\n"),
  document("d0ckerAuth", "config.json", JSON.stringify({ auths: { "r.example": { auth: base64("bob:d0ckerAuth") } } })),
  document(pemBody, "tls.yaml", `data:\n  tls: |\n    ${pem("PRIVATE KEY", "\n    ")}`),
  document(
    pemBody,
    "service-account.json",
    JSON.stringify({ type: "service_account", private_key: pem("RSA PRIVATE KEY", "\n") }),
  ),
  document("kub3configT0ken", "kubeconfig", "users:\n- name: a\n  user:\n    token: kub3configT0ken\n"),
  document("pl4nned-V4lue", "plan.json", plan("pl4nned-V4lue")),
  document("d0tenv P4ss word", ".env", "A=1\r\nDB_PASSWORD=d0tenv P4ss word\r\nB=2\r\n"),
  document("n3trcP4ss", ".netrc", "machine git.example login bob password n3trcP4ss\n"),
  document("dsn-P4ss!", "app.properties", "url=postgres://shop:dsn-P4ss!@db:5432/shop\n"),
  document(
    "Acc0untK3y+/==",
    "azure.conf",
    "c=DefaultEndpointsProtocol=https;AccountName=a;AccountKey=Acc0untK3y+/==;X=y\n",
  ),
  document("anch0redP4ss", "anchors.yaml", "x: &shared anch0redP4ss\ndb:\n  password: *shared\n"),
];

function plan(secret: string): string {
  const change = { actions: ["create"], before: null, after: { content: secret, size: 3 } };
  return JSON.stringify({
    resource_changes: [{ address: "a.b", change: { ...change, after_sensitive: { content: true } } }],
  });
}

const inOutput: readonly Planted[] = [
  output(token(["gh", "p_"].join(""), 40), `remote: token ${token(["gh", "p_"].join(""), 40)} has expired`),
  output(token(["gl", "pat-"].join(""), 26), `using ${token(["gl", "pat-"].join(""), 26)}.`),
  output(token(["xo", "xb-"].join(""), 40), `slack: ${token(["xo", "xb-"].join(""), 40)}`),
  output(token(["sk_li", "ve_"].join(""), 32), `{"stripe":"${token(["sk_li", "ve_"].join(""), 32)}"}`),
  output(token(["sk-a", "nt-api03-"].join(""), 60), `key ${token(["sk-a", "nt-api03-"].join(""), 60)} is not valid`),
  output(token(["AI", "za"].join(""), 39), `?key=${token(["AI", "za"].join(""), 39)}&x=1`),
  output(["AK", "IAQ7RK2VW9XB4NC8MD"].join(""), `Access key: ${["AK", "IAQ7RK2VW9XB4NC8MD"].join("")}`),
  output(jwt, `issued ${jwt}\n`),
  output("esc4ped\\P4ss", `level=info msg="{\\"password\\":\\"esc4ped\\\\\\\\P4ss\\"}"`),
];

const inErrors: readonly Planted[] = [
  error("f4iled:P4ss", "dial redis://:f4iled:P4ss@cache:6379/0: connection refused"),
  error("odbc-P4ss", "Login failed: Server=db;User Id=sa;Password=odbc-P4ss;Encrypt=true"),
  error("S4S%2Bsign3d%3D", "GET https://x.blob.example/a?sv=2024&token=S4S%2Bsign3d%3D&se=1: 403"),
  error(token("hvs.", 28), `vault: permission denied for ${token("hvs.", 28)}`),
];

export const planted: readonly Planted[] = [...inCommands, ...inDocuments, ...inOutput, ...inErrors];

/** Every way in which a secret may still be in some bytes. */
export function formsOf(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const aligned = ["", "x", "xx"].map((before) => {
    const text = base64(before + secret);
    return text.slice(
      Math.ceil((before.length * 8) / 6),
      Math.floor(((before.length + Buffer.byteLength(secret)) * 8) / 6),
    );
  });
  return [...new Set([secret, escaped, encodeURIComponent(secret), Buffer.from(secret).toString("hex"), ...aligned])];
}
