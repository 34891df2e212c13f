import assert from "node:assert/strict";
import { test } from "node:test";
import { detects } from "../testing/cases.ts";
import { apply, compose, object, pod, run } from "../testing/inputs.ts";
import { secretInPlainText } from "./secret-in-plain-text.ts";

const variable = (name: string, value?: unknown) => apply(pod({ containers: [{ env: [{ name, value }] }] }));
const settings = (data: object) => apply(object("ConfigMap", { data }));
const accessKey = `AKIA${"ABCD".repeat(4)}`;

detects(secretInPlainText, {
  finds: {
    "a password in a variable": [variable("DB_PASSWORD", "hunter2"), { field: "containers[0].env[0].value" }],
    "a name in camel case": variable("apiToken", "abc123def"),
    "a key by its form": variable("SETTINGS", accessKey),
    "a password inside an address": variable("DATABASE_URL", "postgres://app:s3cret@db:5432/app"),
    "a key of a ConfigMap": settings({ "client-secret": "abcdef" }),
    "a setting within a file": [
      settings({ "app.properties": "debug=true\ndb.password=hunter2\n" }),
      { field: "data[app.properties]" },
    ],
    "a private key within a file": settings({ pem: "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n" }),
    "a variable of compose": compose({ environment: { MYSQL_ROOT_PASSWORD: "root" } }),
    "a variable of compose in a list": compose({ environment: ["DEBUG=1", "API_KEY=abcdef"] }),
    "a variable that a command sets": run("kubectl set env deploy/web DB_PASSWORD=hunter2"),
  },
  ignores: {
    "a reference to a Secret": apply(
      pod({ containers: [{ env: [{ name: "DB_PASSWORD", valueFrom: { secretKeyRef: { name: "db", key: "p" } } }] }] }),
    ),
    "a value that comes from another variable": variable("DB_PASSWORD", "$(SHARED_PASSWORD)"),
    "the place of a secret": variable("DB_PASSWORD_FILE", "/run/secrets/db"),
    "a path under a promising name": variable("DB_PASSWORD", "/run/secrets/db"),
    "an empty value": variable("DB_PASSWORD", ""),
    "a name that only sounds similar": variable("TOKENIZER", "wordpiece"),
    "a number of tokens": variable("MAX_TOKENS", "4096"),
    "an address without a password": variable("DATABASE_URL", "postgres://app@db:5432/app"),
    "an address whose password is filled in": variable("DATABASE_URL", "postgres://app:$(PASSWORD)@db/app"),
    "a Secret, which is the place for it": apply(object("Secret", { stringData: { password: "hunter2" } })),
    "a file of settings that refers to variables": settings({ "app.yaml": "db:\n  password: $(DB_PASSWORD)\n" }),
    "a variable of compose that comes from outside": compose({ environment: ["API_KEY", "TOKEN=$TOKEN"] }),
  },
});

test("The secret itself is in no finding.", async () => {
  const findings = secretInPlainText.detect(await variable("DB_PASSWORD", "hunter2"));
  assert.ok(!JSON.stringify(findings).includes("hunter2"));
});
