import { hash } from "node:crypto";
import {
  type Draft,
  type EvidenceLog,
  newId,
  type Prescription,
  type Report,
  type Written,
} from "../../src/evidence/index.ts";

/** Words that nobody else should learn: whatever is given out is searched for each of them. */
export const names: readonly string[] = [
  "alice",
  "deploy-bot",
  "zorgcorp",
  "billing-db",
  "payments",
  "eu-west-zorg",
  "bastion-7",
  "Grobnik",
  "zorg-sre-7b",
  "incident-4711",
  "freeze-window",
  "zorgctl",
  "launch-missiles",
  "ZorgDatabase",
  "zorg.example",
  "customers.csv",
  "/srv/zorg",
  "zorg-prompt",
  "the ledger must move",
  "no space left for ledger",
  "release=ledger",
];

const digest = (text: string) => hash("sha256", text, "hex");
const keyed = (text: string) => `hmac-sha256:${digest(text)}`;
const start = Date.UTC(2026, 0, 31, 12);

interface Step {
  readonly actor: string;
  readonly tool: string;
  readonly operation: string;
  readonly target: string;
  readonly minute: number;
  readonly verdict?: Report["verdict"];
  readonly drift?: boolean;
}

/** Two agents and a human, retries, a drift, a refusal, a failure and one operation that nobody reported. */
const steps: readonly Step[] = [
  { actor: "deploy-bot", tool: "kubectl", operation: "apply", target: "billing-db", minute: 0, verdict: "failure" },
  { actor: "deploy-bot", tool: "kubectl", operation: "apply", target: "billing-db", minute: 2, verdict: "failure" },
  { actor: "deploy-bot", tool: "kubectl", operation: "apply", target: "billing-db", minute: 4, verdict: "success" },
  {
    actor: "zorg-helper",
    tool: "aws",
    operation: "ec2 terminate-instances",
    target: "bastion-7",
    minute: 5,
    verdict: "declined",
  },
  {
    actor: "zorg-helper",
    tool: "zorgctl",
    operation: "launch-missiles",
    target: "payments",
    minute: 30,
    verdict: "error",
  },
  {
    actor: "alice",
    tool: "kubectl",
    operation: "delete",
    target: "billing-db",
    minute: 61,
    verdict: "success",
    drift: true,
  },
  { actor: "deploy-bot", tool: "terraform", operation: "apply", target: "customers.csv", minute: 90 },
];

const timeOf = (minute: number) => new Date(start + minute * 60_000).toISOString();

function frame(step: Step, after: number): Omit<Draft, "type" | "data"> {
  const isHuman = step.actor === "alice";
  return {
    id: newId(start + step.minute * 60_000 + after),
    time: timeOf(step.minute + after),
    actor: isHuman
      ? { kind: "human", id: "alice" }
      : {
          kind: "agent",
          id: step.actor,
          model: "zorg-sre-7b",
          version: "2.1.0",
          prompt: "zorg-prompt v3",
          parent: "alice",
        },
    session: `${step.actor} incident-4711`,
    trace: { trace: digest(step.actor).slice(0, 32), span: digest(String(step.minute)).slice(0, 16) },
    capture: {
      channel: "hook",
      through: "claude",
      custody: "separate",
      peer: { uid: isHuman ? 1001 : 1007, gid: 1001, pid: 4000 + step.minute, program: "/srv/zorg/agent" },
      host: "bastion-7.zorg.example",
    },
  };
}

function prescription({ tool, operation, target, actor }: Step): Prescription {
  const isAws = tool === "aws";
  return {
    tool,
    operation,
    class: operation === "delete" || isAws ? "destroy" : "mutate",
    command: [tool, ...operation.split(" "), "-n", "payments", target, "--context", "eu-west-zorg"],
    intent: `the ledger must move for Grobnik (${target})`,
    artifacts: [
      { name: "/srv/zorg/manifest.yaml", digest: digest(target), size: 120, stored: false, original: keyed(target) },
    ],
    targets: [
      {
        system: "kubernetes",
        kind: "Deployment",
        apiVersion: "apps/v1",
        name: target,
        namespace: "payments",
        action: "apply",
      },
      {
        system: "kubernetes",
        kind: "ZorgDatabase",
        apiVersion: "zorg.example/v1",
        name: "*",
        action: "apply",
        selector: "release=ledger",
      },
      { system: "kubernetes", kind: "zorgdatabases", name: "payments", action: "delete" },
    ],
    targetCount: 3,
    scope: { class: "production", because: 'the context "eu-west-zorg" is production' },
    risk: {
      level: "high",
      tags: [
        { tag: "k8s.no-limits", level: "low", field: `Deployment/${target} spec`, because: `${target} has no limits` },
      ],
      unknown: [`/srv/zorg/${target} could not be read`],
      rules: "airworthy/risk/1",
    },
    intentDigest: digest(`${tool} ${operation} ${target}`),
    expires: 600,
    process: { boot: "bastion-7", pid: 77, started: "123" },
    ...(actor === "alice" ? { approval: { by: "alice", intentDigest: digest(`${tool} ${operation} ${target}`) } } : {}),
    redacted: [{ what: "option", digest: keyed("s3cret") }],
  };
}

function report(step: Step, of: Written): Report {
  const verdict = step.verdict ?? "success";
  return {
    prescription: of.entry.id,
    prescriptionHash: of.hash,
    verdict,
    ...(verdict === "success" ? { exitCode: 0 } : {}),
    ...(verdict === "failure" ? { exitCode: 3 } : {}),
    durationMs: step.minute * 10,
    output: [{ name: "stdout", digest: digest(step.drift ? "drifted" : step.target), size: 9, stored: false }],
    ...(verdict === "declined" ? { decline: { trigger: "freeze-window", reason: "Grobnik said no to zorgcorp" } } : {}),
    ...(verdict === "error" ? { error: { kind: "lost", text: "no space left for ledger" } } : {}),
    references: [{ type: "ticket", id: "incident-4711" }],
    redacted: [{ what: "known value", digest: keyed("s3cret") }],
  };
}

/** Writes the story into a log, with what a log says besides: coverage, an anomaly, an import and a change of keys. */
export async function writeStory(log: EvidenceLog): Promise<void> {
  const own = {
    actor: { kind: "service", id: "airworthy" },
    capture: { channel: "recorder", custody: "separate" },
  } as const;
  const draft = (type: Draft["type"], data: Draft["data"]): Draft => ({
    id: newId(start),
    time: timeOf(0),
    ...own,
    type,
    data,
  });
  await log.append(
    draft("coverage", {
      channel: "hook",
      through: "zorg-mcp",
      state: "open",
      covers: ["zorgctl"],
      excludes: ["payments"],
    }),
  );
  await log.append(
    draft("import", { format: "evidra/1", entries: 0, verified: true, head: digest("h"), left: ["zorgcorp"] }),
  );
  let last: Written | undefined;
  for (const step of steps) {
    const [prescribed] = await log.append({ ...frame(step, 0), type: "prescription", data: prescription(step) });
    if (prescribed === undefined) throw new Error("nothing was written");
    last = prescribed;
    if (step.verdict) await log.append({ ...frame(step, 1), type: "report", data: report(step, prescribed) });
    if (step.actor === "alice") await log.rotateKey("yearly, says Grobnik");
  }
  await log.append(
    draft("anomaly", {
      kind: "missing-report",
      prescription: last?.entry.id ?? "",
      text: "payments waits for zorgcorp",
    }),
  );
}
