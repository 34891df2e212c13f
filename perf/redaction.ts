// What redaction costs for a manifest of 5 MB, against parsing the same bytes as JSON: `node perf/redaction.ts [RUNS]`.
//
// Deployments and Secrets in turns, as YAML: some 17,000 different secrets. The baseline is JSON.parse of a text of the
// same size, which is about the least that looking at every byte can cost here. Times are those of the processor.
import { createRedactor } from "../src/redaction/index.ts";
import { line, middle, runsFrom } from "./measure.ts";

const size = 5_000_000;
const digest = "0123456789abcdef".repeat(4);

const pair = (number: number) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-${number}
  labels: {app: web, pod-template-hash: 7d4b9c${number}}
spec:
  template:
    spec:
      containers:
      - name: web
        image: registry.example/web@sha256:${digest}
        env:
        - name: DB_PASSWORD
          value: hunter2-${number}-x
        - name: DB_HOST
          valueFrom:
            secretKeyRef: {name: db, key: host}
---
apiVersion: v1
kind: Secret
metadata:
  name: db-${number}
data:
  password: ${Buffer.from(`pw-${number}-S3cret`).toString("base64")}
  user: YWRtaW4=
---
`;

function manifest(): string {
  const parts: string[] = [];
  for (let length = 0; length < size; length += parts.at(-1)?.length ?? 0) parts.push(pair(parts.length));
  return parts.join("");
}

function milliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const bytes = Buffer.from(manifest());
const json = JSON.stringify(bytes.toString("utf8").split("\n"));
const redactor = createRedactor(Buffer.alloc(32, 7));
const runs = runsFrom(process.argv.slice(2), 5);
let found = 0;
const redacting: number[] = [];
const parsing: number[] = [];
for (let run = 0; run < runs; run += 1) {
  redacting.push(
    milliseconds(() => {
      found = redactor.document({ name: "manifest.yaml", bytes }).redacted.length;
    }),
  );
  parsing.push(milliseconds(() => JSON.parse(json)));
}
const baseline = { name: "JSON.parse", value: middle(parsing) };
console.log(`${(bytes.length / 1e6).toFixed(1)} MB, ${found} secrets, the middle of ${runs} runs`);
console.log(line("redaction", middle(redacting), "ms", baseline));
console.log(line(baseline.name, baseline.value, "ms"));
