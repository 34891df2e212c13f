import { existsSync } from "node:fs";
import { join } from "node:path";
import { defaultKeyDirectory, type EvidenceLog, keyId, publicKeyObject } from "../../evidence/index.ts";
import { command } from "../shell/command.ts";
import { UsageProblem } from "../shell/exit.ts";
import { columns } from "../shell/format.ts";
import { directoryOptions, logOf } from "../support/log-directory.ts";

export default command({
  summary: "Show the keys of a log, change to a new one, or give out the public half",
  usage: "[ACTION]",
  options: {
    reason: { type: "string", value: "TEXT", text: "why the key is changed; rotate needs it" },
    id: { type: "string", value: "KEY", text: "which one to export; the log's first unless told" },
    keys: {
      type: "string",
      value: "DIRECTORY",
      text: "where private keys are; $AIRWORTHY_KEYS or your own unless told",
    },
    ...directoryOptions,
  },
  examples: ["log keys", "log keys export > recorder.pem", "log keys rotate --reason 'the laptop was lost'"],
  details: [
    "ACTION is list (unless told), rotate or export. A new key is announced by an entry that the old one signs; entries",
    "from then on need the new one. Whoever verifies needs only the first public key, from you and not from the log.",
  ].join("\n"),
  async run({ options, arguments: [action = "list"], terminal }) {
    const keyDirectory = options.keys ?? defaultKeyDirectory(terminal.env);
    await using log = await logOf(options, terminal);
    if (action === "list") return await list(log, keyDirectory);
    if (action === "export") return await giveOut(log, options.id);
    if (action === "rotate") return await rotate(log, options.reason);
    throw new UsageProblem("EXTRA_ARGUMENT", `log keys: expected list, rotate or export, found "${action}"`);
  },
});

interface Key {
  readonly id: string;
  readonly publicKey: string;
  /** The first entry that it has to sign. */
  readonly from: number;
  readonly reason: string;
}

async function keysOf(log: EvidenceLog): Promise<Key[]> {
  const first = { id: keyId(log.publicKey), publicKey: log.publicKey.toString("base64"), from: 0, reason: "the first" };
  const changes = await log.select({ type: "key" });
  return [
    first,
    ...changes.map(({ entry }) => {
      const { publicKey, reason } = entry.data as { publicKey: string; reason: string };
      return { id: keyId(Buffer.from(publicKey, "base64")), publicKey, from: entry.sequence + 1, reason };
    }),
  ];
}

async function list(log: EvidenceLog, keyDirectory: string) {
  const keys = (await keysOf(log)).map((key) => ({ ...key, here: existsSync(join(keyDirectory, `${key.id}.pem`)) }));
  const rows = keys.map(({ id, from, reason, here }) => [id, String(from), here ? "yes" : "no", reason]);
  return { data: keys, text: columns([["KEY", "FROM ENTRY", "PRIVATE HALF HERE", "REASON"], ...rows]) };
}

async function giveOut(log: EvidenceLog, id: string | undefined) {
  const key = (await keysOf(log)).find((each) => id === undefined || each.id === id);
  if (!key) throw new UsageProblem("BAD_OPTION", `--id: no key "${id}" in ${log.directory}`);
  const pem = publicKeyObject(Buffer.from(key.publicKey, "base64")).export({ format: "pem", type: "spki" }).toString();
  return { data: { ...key, pem }, text: pem };
}

async function rotate(log: EvidenceLog, reason: string | undefined) {
  if (!reason?.trim())
    throw new UsageProblem("MISSING_ARGUMENT", "log keys rotate: expected --reason TEXT, found nothing");
  const { entry } = await log.rotateKey(reason);
  const { keyPath } = log;
  return {
    data: { sequence: entry.sequence, key: keyPath },
    text: `entry ${entry.sequence} announces the new key: ${keyPath}`,
  };
}
