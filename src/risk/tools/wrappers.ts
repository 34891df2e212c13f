import { type FlagRules, readFlags } from "../flags.ts";
import { type Look, textOf } from "../scene.ts";

interface Wrapper {
  /** Options that take a value, long or short. */
  readonly values?: string;
  /** Words of its own before the command: `timeout 10 cmd`, `flock file cmd`. */
  readonly own?: number;
  /** "NAME=value" words before the command. */
  readonly assigns?: boolean;
  /** A command in one word after this option: `su -c "…"`. */
  readonly text?: string;
  /** It runs this program, and otherwise has verbs of its own. */
  readonly only?: string;
  /** Words that only say that a command follows. */
  readonly skip?: readonly string[];
}

/** Programs that run another one. What they run decides. */
const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: { values: "u g U p C r t T D R h user group prompt chdir host role type other-user close-from", assigns: true },
  doas: { values: "u C" },
  env: { values: "u C S unset chdir split-string", assigns: true, text: "split-string" },
  command: {},
  builtin: {},
  exec: { values: "a" },
  nohup: {},
  time: { values: "f o format output" },
  nice: { values: "n adjustment" },
  ionice: { values: "c n p class classdata" },
  chrt: { values: "T P D", own: 1 },
  taskset: { own: 1 },
  timeout: { values: "k s kill-after signal", own: 1 },
  gtimeout: { values: "k s kill-after signal", own: 1 },
  stdbuf: { values: "i o e input output error" },
  unbuffer: {},
  setsid: {},
  watch: { values: "n d interval" },
  strace: { values: "e o p s a E u trace" },
  ltrace: { values: "e o p s" },
  flock: { values: "w E c timeout conflict-exit-code command", own: 1, text: "command" },
  chroot: { values: "userspec groups", own: 1 },
  unshare: { values: "R S G w root wd setuid setgid propagation" },
  nsenter: { values: "t S G r w target setuid setgid root wd" },
  runuser: { values: "u g G c user group command", text: "command" },
  su: { values: "c s g G command shell group", own: 1, text: "command" },
  script: { values: "c O I B T command", own: 1, text: "command" },
  busybox: {},
  caffeinate: { values: "t w" },
  parallel: { values: "j a S jobs" },
  retry: { values: "d t m delay times max" },
  "aws-vault": { values: "d duration", own: 1, skip: ["exec"] },
  "aws-okta": { own: 1, skip: ["exec"] },
  chamber: { own: 1, skip: ["exec"] },
  direnv: { own: 1, skip: ["exec"] },
  op: { skip: ["run"], values: "env-file" },
  doppler: { skip: ["run"], values: "p c project config" },
  infisical: { skip: ["run"], values: "env path" },
  teller: { skip: ["run"] },
  dotenv: { values: "f e" },
  "dumb-init": {},
  tini: {},
  gosu: { own: 1 },
  "su-exec": { own: 1 },
  k3s: { only: "kubectl" },
  microk8s: { only: "kubectl" },
  minikube: { values: "p profile", only: "kubectl" },
};

const letters: Readonly<Record<string, string>> = { c: "command", S: "split-string" };

export function isWrapper(name: string, words: readonly string[]): boolean {
  const { only } = (Object.hasOwn(wrappers, name) && wrappers[name]) || {};
  return Object.hasOwn(wrappers, name) && (only === undefined || words.includes(only));
}

export const wrapped: Look = async (words, scene) => {
  const [name = ""] = words;
  const { values = "", own = 0, assigns, text, skip = [] } = wrappers[name] ?? {};
  const short =
    text === undefined ? {} : Object.fromEntries(Object.entries(letters).filter(([, long]) => long === text));
  const rules: FlagRules = { values: new Set(values.split(" ")), short };
  // `su - jo -c "…"`: this one option may follow other words.
  const line = text === undefined ? undefined : readFlags(words.slice(1), rules).value(text);
  const flags = readFlags(words.slice(1), { ...rules, untilWord: true });
  if (line !== undefined) return scene.script([line, ...(name === "env" ? flags.words : [])].join(" "));
  let rest = flags.words.slice(skip.includes(flags.words[0] ?? "") ? 1 : 0);
  const variables: Record<string, string> = {};
  for (; assigns && /^[A-Za-z_]\w*=/.test(rest[0] ?? ""); rest = rest.slice(1)) {
    const [key = "", value = ""] = (rest[0] ?? "").split(/=(.*)/s);
    variables[key] = value;
  }
  rest = rest.slice(own);
  if (rest[0] === "--") rest = rest.slice(1);
  const inner = scene.with({ variables });
  if (rest.length > 0) return inner.look(unquoted(name, rest));
  // `sudo -s <<EOF`: a shell that reads what comes.
  const flow = shells.has(name) ? scene.input() : undefined;
  if (flow && !flow.altered) return scene.with({ input: undefined }).script(textOf(flow));
  const kind = prints.has(name) ? "read" : "unknown";
  scene.add({ tool: name, operation: "", class: kind, words, flags: flags.record() });
  return { class: kind };
};

/** `watch "kubectl get pods"` and `parallel "…"` give their word to a shell. */
function unquoted(name: string, words: readonly string[]): readonly string[] {
  return (name === "watch" || name === "parallel") && words.length >= 1 ? ["sh", "-c", words.join(" ")] : words;
}

/** Without a command they start a shell. */
const shells = new Set(["sudo", "su", "doas", "runuser", "chroot", "unshare", "nsenter", "script"]);
/** Without a command they only print something. */
const prints = new Set(["env", "time", "command", "builtin", "nice"]);
