import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "./index.ts";

const redactor = createRedactor(Buffer.alloc(32, 7));
/** The mark without its digest, so that a table can be read. */
const short = (text: string) => text.replaceAll(/\[redacted hmac-sha256:[0-9a-f]{8}\]/g, "[-]");

const commands: readonly (readonly [string, string])[] = [
  ["mysql -uroot -phunter2 shop", "mysql -uroot -p[-] shop"],
  ["sudo docker login -p hunter2 r.example", "sudo docker login -p [-] r.example"],
  ["docker exec db mysqldump -phunter2 shop", "docker exec db mysqldump -p[-] shop"],
  ["sshpass -p hunter2 ssh host", "sshpass -p [-] ssh host"],
  ["redis-cli -a hunter2 ping", "redis-cli -a [-] ping"],
  ["curl -ubob:hunter2 https://x.example", "curl -ubob:[-] https://x.example"],
  ["curl --user=bob:hunter2 https://x.example", "curl --user=bob:[-] https://x.example"],
  ["htool -u bob:hunter2", "htool -u bob:[-]"],
  ["http -a bob:hunter2 x.example", "http -a bob:[-] x.example"],
  ["openssl enc -pass pass:hunter2 -in a", "openssl enc -pass [-] -in a"],
  ["kubectl config set users.bob.password hunter2", "kubectl config set users.bob.password [-]"],
  ["kubectl set env deploy/web DB_PASSWORD=hunter2 A=b", "kubectl set env deploy/web DB_PASSWORD=[-] A=b"],
  ["kubectl create secret generic a --from-literal k=v1", "kubectl create secret generic a --from-literal k=[-]"],
  ["oc set data secret/db colour=blue", "oc set data secret/db colour=[-]"],
  ["vault login hunter2", "vault login [-]"],
  [
    "vault write auth/approle/login secret_id=0f8fad5b-d9cb-469f-a165-70867728950e",
    "vault write auth/approle/login secret_id=[-]",
  ],
  [
    "aws secretsmanager create-secret --name a --secret-string hunter2",
    "aws secretsmanager create-secret --name a --secret-string [-]",
  ],
  ["aws ssm put-parameter --name a --value hunter2", "aws ssm put-parameter --name a --value [-]"],
  [
    "az keyvault secret set --vault-name v --name n --value hunter2",
    "az keyvault secret set --vault-name v --name n --value [-]",
  ],
  ["gh secret set NAME --body hunter2", "gh secret set NAME --body [-]"],
  ["mc alias set m https://s3.example access1 secret2", "mc alias set m https://s3.example [-] [-]"],
  ["htpasswd -b -c f bob hunter2", "htpasswd -b -c f bob [-]"],
  ['helm upgrade a c --set-json db={"password":"x1"}', 'helm upgrade a c --set-json db={"password":"[-]"}'],
  ["docker build --build-arg NPM_TOKEN=abc1 .", "docker build --build-arg NPM_TOKEN=[-] ."],
  ["gcloud sql users set-password root --password hunter2", "gcloud sql users set-password root --password [-]"],
];

test("Options, pairs and words of commands lose their secrets and nothing else.", () => {
  for (const [given, expected] of commands) {
    assert.equal(redactor.command(given.split(" ")).value.map(short).join(" "), expected);
  }
});

const lines: readonly (readonly [string, string])[] = [
  ["A=1 DB_PASSWORD=hunter2 run --fast", "A=1 DB_PASSWORD=[-] run --fast"],
  ['run --password "hunter 2" --fast', 'run --password "[-]" --fast'],
  ["run --password=hunter\\ 2 --fast", "run --password=[-] --fast"],
  ["printf '%s' hunter2 | gh auth login --with-token", "printf '%s' [-] | gh auth login --with-token"],
  ["docker login --password-stdin <<< hunter2", "docker login --password-stdin <<< [-]"],
  ["echo -n hunter2 | base64", "echo -n [-] | base64"],
  ["ssh host 'mysql -phunter2'", "ssh host 'mysql -p[-]'"],
  [
    'kubectl patch secret a -p \'{"stringData":{"a":"b1"}}\'',
    'kubectl patch secret a -p \'{"stringData":{"a":"[-]"}}\'',
  ],
  ['curl -H "X-Api-Key: abc" -d \'{"token":"t1"}\' x', 'curl -H "X-Api-Key: [-]" -d \'{"token":"[-]"}\' x'],
];

test("Lines for a shell lose theirs, with quotes and pipes kept.", () => {
  for (const [given, expected] of lines) {
    assert.equal(redactor.command(["bash", "-lc", given]).value.map(short)[2], expected);
  }
});

const texts: readonly (readonly [string, string])[] = [
  ["a: 1\r\npassword: hunter2\r\nb: 2\r\n", 'a: 1\r\npassword: "[-]"\r\nb: 2\r\n'],
  ["password: 'it''s'\n", "password: '[-]'\n"],
  ["password: >-\n  one\n  two\nnext: 1\n", "password: >-\n  [-]\nnext: 1\n"],
  ["password: correct horse\n  battery staple\nnext: 1\n", 'password: "[-]"\nnext: 1\n'],
  ["password:\n  hunter2\n", 'password:\n  "[-]"\n'],
  ["password: !!str hunter2 # why\n", 'password: !!str "[-]" # why\n'],
  ["{password: hunter2, next: 1}\n", '{password: "[-]", next: 1}\n'],
  ["tokens:\n- abc\n- def\n", 'tokens:\n- "[-]"\n- "[-]"\n'],
  ['{"Key":"DbPassword","Value":"x1"}', '{"Key":"DbPassword","Value":"[-]"}'],
  ['{"variables":{"db_password":{"value":"x1"}}}', '{"variables":{"db_password":{"value":"[-]"}}}'],
  [
    '{"outputs":{"a":{"sensitive":true,"value":["x1",2]}}}',
    '{"outputs":{"a":{"sensitive":true,"value":["[-]","[-]"]}}}',
  ],
  [
    "kind: Secret\ndata: {a: eA==}\n---\nkind: ConfigMap\ndata: {a: eA==}\n",
    'kind: Secret\ndata: {a: "[-]"}\n---\nkind: ConfigMap\ndata: {a: eA==}\n',
  ],
  [
    "found:\n\napiVersion: v1\nkind: Secret\ndata:\n  a: eA==\ndone\n",
    'found:\n\napiVersion: v1\nkind: Secret\ndata:\n  a: "[-]"\ndone\n',
  ],
  ['config: "kind: Secret\\nstringData:\\n  a: x1\\n"\n', 'config: "kind: Secret\\nstringData:\\n  a: \\"[-]\\"\\n"\n'],
  ['log {"kind":"Secret","data":{"a":"eA=="}} end\n', 'log {"kind":"Secret","data":{"a":"[-]"}} end\n'],
  ["func () {\nkind: Secret\ndata:\n  a: eA==\n", 'func () {\nkind: Secret\ndata:\n  a: "[-]"\n'],
  ["jdbc:mysql://db/shop?user=a&password=x1&ssl=true", "jdbc:mysql://db/shop?user=a&password=[-]&ssl=true"],
  ["amqp://a:b%40c@mq/v", "amqp://a:[-]@mq/v"],
  ["mongodb+srv://a:b@c/d@cluster.example/x", "mongodb+srv://a:[-]@c/d@cluster.example/x"],
  [
    "SharedAccessKeyName=a;SharedAccessKey=abc1=;EntityPath=b",
    "SharedAccessKeyName=a;SharedAccessKey=[-];EntityPath=b",
  ],
  ["Proxy-Authorization: Basic Ym9iOmh1bnRlcjI=", "Proxy-Authorization: Basic [-]"],
  ["admin:$2y$10$abcdefghijklmnopqrstuv1234567890ABCDEFGHIJKLMNOPQRS.", "admin:[-]"],
  ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG", "AWS_SECRET_ACCESS_KEY=[-]"],
  ["A=1\nDB_PASSWORD=correct horse battery\nB=2\n", "A=1\nDB_PASSWORD=[-]\nB=2\n"],
  ["DB_PASSWORD=hunter2 psql -h db\n", "DB_PASSWORD=[-] psql -h db\n"],
  [
    "alter user bob with password 'it is'; create user x identified by 'y1'",
    "alter user bob with password '[-]'; create user x identified by '[-]'",
  ],
  ["port 6379\nrequirepass hunter2\n", "port 6379\nrequirepass [-]\n"],
  ["db.createUser({user: 'a', pwd: 'b1'})", "db.createUser({user: 'a', pwd: '[-]'})"],
  [
    "====== Data ======\nKey     Value\n---     -----\ncolour  dark blue\n",
    "====== Data ======\nKey     Value\n---     -----\ncolour  [-]\n",
  ],
  [
    "Key        Value\n---        -----\ntoken      abc1\npolicies   [root]\n",
    "Key        Value\n---        -----\ntoken      [-]\npolicies   [root]\n",
  ],
  ["    Environment:\n      DB_PASSWORD:  hunter2\n", '    Environment:\n      DB_PASSWORD:  "[-]"\n'],
  ["pass client_secret => 'x1',", "pass client_secret => '[-]',"],
];

test("Settings, manifests and output lose theirs and keep their form.", () => {
  for (const [given, expected] of texts) assert.equal(short(redactor.text(given).value), expected, given);
});

test("The state of Terraform says which attributes are sensitive.", () => {
  const attributes = { id: "1", auth: [{ pin: "x1" }], note: "n" };
  const path = [
    { type: "get_attr", value: "auth" },
    { type: "index", value: 0 },
    { type: "get_attr", value: "pin" },
  ];
  const given = { instances: [{ attributes, sensitive_attributes: [path] }] };
  const value = short(redactor.text(JSON.stringify(given)).value);
  assert.deepEqual(JSON.parse(value).instances[0].attributes, { id: "1", auth: [{ pin: "[-]" }], note: "n" });
});

test("A private key is taken even where the output was cut off within it.", () => {
  const body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw\nggSjAgEAAoIBAQC7VJTUt9Us8cKj";
  const { value } = redactor.text(`cat key.pem\n-----BEGIN EC PRIVATE KEY-----\n${body}`);
  assert.equal(short(value), "cat key.pem\n-----BEGIN EC PRIVATE KEY-----\n[-]");
});
