import { spawnSync } from "node:child_process";
import { defaultLogDirectory } from "../evidence/index.ts";
import { machineSocket, serve } from "../recorder/index.ts";
import { command } from "./shell/command.ts";
import { UsageProblem } from "./shell/exit.ts";
import { systemdUnit } from "./support/systemd-unit.ts";

export default command({
  summary: "Run the recorder that others record through, as a user of its own who alone has the key and the log",
  usage: "",
  options: {
    socket: { type: "string", value: "PATH", text: `where it listens; ${machineSocket} unless told` },
    log: { type: "string", value: "DIRECTORY", text: "its log" },
    keys: { type: "string", value: "DIRECTORY", text: "its keys, for nobody else to read" },
    config: { type: "string", value: "DIRECTORY", text: "where its .airworthy.yaml is; beside the log unless told" },
    "allow-user": { type: "string", multiple: true, value: "USER", text: "serve this user; everybody unless told" },
    install: { type: "boolean", text: "print a systemd unit that runs it, with what to do, and do nothing" },
  },
  examples: [
    "recorder --install > airworthy-recorder.service",
    "recorder --socket /run/airworthy/recorder.sock --log /var/lib/airworthy/evidence --allow-user agent",
  ],
  details: [
    "Clients find the socket by themselves, or by $AIRWORTHY_RECORDER. Who they are, the kernel says. Entries are",
    '"separate" custody for users other than the recorder\'s own and root, who can read the key.',
    "It stops at Ctrl-C or SIGTERM and writes down that it stopped.",
  ].join("\n"),
  async run({ options, terminal, signal, note }) {
    const { socket = machineSocket, log = defaultLogDirectory(terminal.env), keys, config } = options;
    if (options.install) return { text: systemdUnit(), data: { unit: systemdUnit() } };
    const allowed = options["allow-user"].length === 0 ? undefined : options["allow-user"].map(userId);
    await serve({
      socket,
      log,
      keys,
      config,
      allowed,
      signal,
      onReady: ({ directory, keyPath }) => note(`recording into ${directory} with ${keyPath}; listening on ${socket}`),
      onRefusal: (why) => note(`refused a connection: ${why}`),
    });
    return { text: "stopped", data: { stopped: true } };
  },
});

/** A number, or a name that the system knows. */
function userId(user: string): number {
  if (/^\d+$/.test(user)) return Number(user);
  const { stdout } = spawnSync("id", ["-u", "--", user], { encoding: "utf8" });
  if (/^\d+\n$/.test(stdout ?? "")) return Number(stdout);
  throw new UsageProblem("BAD_OPTION", `--allow-user: no user "${user}" here`);
}
