import type { OperationClass } from "../../evidence/index.ts";
import { classOfWrite, fileTarget, isScratch } from "../files.ts";
import { worse } from "../operation-class.ts";
import { type Look, type Result, type Scene, textOf } from "../scene.ts";
import { smell } from "../shell/smell.ts";
import { hole, isKnown } from "../words.ts";
import { toolName } from "./names.ts";

const plainWords = (words: readonly string[]) => words.slice(1).filter((word) => !word.startsWith("-"));

/** Always of one class, whatever the words. */
const always =
  (kind: OperationClass, targetKind: string): Look =>
  async (words, scene) => {
    const tool = words[0] ?? "";
    const names = plainWords(words);
    const targets = (names.length === 0 ? ["*"] : names).map((name) => ({
      system: "host",
      kind: targetKind,
      name,
      action: tool,
    }));
    scene.add({ tool, operation: names[0] ?? "", class: kind, words, flags: new Map(), targets });
    return { class: kind };
  };

/** Deletes files. Those in scratch places are only a change. */
const remove: Look = async (words, scene) => {
  const paths = plainWords(words).map((word) => scene.path(word));
  const scratch = paths.length > 0 && paths.every((path) => isKnown(path) && isScratch(path));
  const kind = scratch ? "mutate" : "destroy";
  for (const path of paths) scene.at.session.files.set(path, undefined);
  const targets = paths.map((path) => fileTarget(path, "delete"));
  scene.add({ tool: words[0] ?? "rm", operation: "", class: kind, words, flags: switches(words), targets });
  return { class: kind };
};

const switches = (words: readonly string[]) =>
  new Map(words.filter((word) => word.startsWith("-")).map((word) => [word.replace(/^-+/, ""), true as const]));

/** Writes to files, or only to what is said about them. */
const write =
  (changes: "content" | "rights"): Look =>
  async (words, scene) => {
    const plain = plainWords(words);
    // `chmod 600 x`, `chown jo x`: the first word is no file.
    const names = /^(chmod|chown|chgrp|chattr)$/.test(words[0] ?? "") && plain.length > 1 ? plain.slice(1) : plain;
    const paths = names.map((name) => scene.path(name));
    if (changes === "content") for (const path of paths) scene.at.session.files.set(path, undefined);
    return written(words, paths, scene);
  };

function written(
  words: readonly string[],
  paths: readonly string[],
  scene: Scene,
  worst: OperationClass = "read",
): Result {
  const kind = paths.reduce<OperationClass>((before, path) => worse(before, classOfWrite(path)), worst);
  const targets = paths.map((path) => fileTarget(path, words[0] ?? "write"));
  scene.add({ tool: words[0] ?? "", operation: "", class: kind, words, flags: switches(words), targets });
  return { class: kind };
}

/** `cp a b`, `mv a b`, `ln -s a b`: what was in one, or what one is, is then in the other. */
const copy: Look = async (words, scene) => {
  const names = plainWords(words);
  const [from = hole, to = hole] = [names[0], names.at(-1)];
  const { files, aliases } = scene.at.session;
  const source = names.length === 2 ? scene.source(from) : undefined;
  for (const path of [scene.path(to), scene.path(`${to}/${from.split("/").at(-1)}`)]) files.set(path, source);
  // A tool under another name stays what it is.
  if (toolName(from) !== undefined) aliases.set(to, from);
  if (words[0] === "mv") for (const name of names.slice(0, -1)) files.set(scene.path(name), undefined);
  return written(
    words,
    [scene.path(to), ...(words[0] === "mv" ? names.slice(0, -1).map((name) => scene.path(name)) : [])],
    scene,
  );
};

/** `rsync a host:b`: a place with a colon is on another machine. */
const send: Look = async (words, scene) => {
  const to = plainWords(words).at(-1) ?? hole;
  const deletes = words.some((word) => /^--(delete|remove-source-files)/.test(word));
  const isDry = words.some((word) => word === "--dry-run" || /^-\w*n/.test(word)) && words[0] === "rsync";
  const [, host, path] = /^(?:[^@/]+@)?([^/:]+):(.*)$/.exec(to) ?? [];
  if (isDry) return written(words, [], scene, "plan");
  if (host === undefined) return written(words, [scene.path(to)], scene, deletes ? "destroy" : "read");
  const kind = deletes ? "destroy" : "mutate";
  const targets = [{ system: "host", kind: "file", name: path ?? "*", namespace: host, action: words[0] ?? "" }];
  scene.add({
    tool: words[0] ?? "",
    operation: "",
    class: kind,
    words,
    flags: switches(words),
    targets,
    hints: { hosts: [host] },
  });
  return { class: kind };
};

/** `at now <<< "…"`, `crontab -`: commands for later. */
const later: Look = async (words, scene) => {
  const names = plainWords(words);
  const looks = words.some((word) => /^-(l|c|q)$/.test(word)) || words[0] === "atq";
  if (looks) return written(words, [], scene);
  if (words.some((word) => /^-\w*[rd]$/.test(word)) || words[0] === "atrm") return written(words, [], scene, "destroy");
  const isTable = words[0] === "crontab";
  const flow = isTable && names[0] !== undefined && names[0] !== "-" ? scene.read(names[0]) : scene.input();
  const text = flow && textOf(flow);
  if (text === undefined) scene.unknown(`what ${words[0]} will run is known only when it does`);
  const inner =
    text === undefined
      ? "unknown"
      : isTable
        ? smell(text)
        : (await scene.with({ input: undefined }).script(text)).class;
  return written(words, [], scene, worse("mutate", inner));
};

const copyBlocks: Look = async (words, scene) => {
  const to = words.find((word) => word.startsWith("of="))?.slice(3);
  const kind = to === undefined ? "read" : worse("destroy", classOfWrite(scene.path(to)));
  const harmless = to !== undefined && isScratch(scene.path(to));
  const targets = to === undefined ? [] : [fileTarget(scene.path(to), "overwrite")];
  scene.add({ tool: "dd", operation: "", class: harmless ? "read" : kind, words, flags: new Map(), targets });
  return { class: harmless ? "read" : kind };
};

/** A service manager: looks, restarts and stops. */
const services: Look = async (words, scene) => {
  const names = plainWords(words);
  const verbs = words[0] === "service" ? [names[1] ?? "", names[0] ?? ""] : names;
  const [verb = "", ...units] = verbs;
  const looks = /^(status|list-\w[\w-]*|is-\w[\w-]*|show|cat|get-default|--status-all|)$/.test(verb);
  const ends = /^(kill|isolate|poweroff|reboot|halt|rescue|emergency)$/.test(verb);
  const kind = looks ? "read" : ends ? "destroy" : isKnown(verb) ? "mutate" : "unknown";
  const targets = units.map((name) => ({ system: "host", kind: "service", name, action: verb }));
  scene.add({ tool: words[0] ?? "", operation: verb, class: kind, words, flags: new Map(), targets });
  return { class: kind };
};

/** Looks unless a word says otherwise. */
const tables =
  (looks: RegExp, destroys: RegExp): Look =>
  async (words, scene) => {
    const rest = words.slice(1);
    const kind = rest.some((word) => destroys.test(word))
      ? "destroy"
      : rest.every((word) => looks.test(word))
        ? "read"
        : "mutate";
    scene.add({ tool: words[0] ?? "", operation: rest[0] ?? "", class: kind, words, flags: new Map() });
    return { class: kind };
  };

/** What package managers do to the machine. */
const packages: Look = async (words, scene) => {
  const [verb = "", ...names] = plainWords(words);
  const looks =
    /^(list|show|search|info|policy|query|depends|why|ls|view|outdated|audit|config|help|version|freeze|check)$/.test(
      verb,
    );
  const kind = looks ? "read" : /^(remove|purge|uninstall|autoremove|erase|del|rm)$/.test(verb) ? "destroy" : "mutate";
  const targets = names.map((name) => ({ system: "host", kind: "package", name, action: verb }));
  const unsure = verb === "" || /^(run|exec|test|start|x)$/.test(verb);
  if (unsure) scene.unknown(`what ${words[0]} ${verb} runs is known only when it does`);
  const own = unsure ? "unknown" : kind;
  scene.add({
    tool: words[0] ?? "",
    operation: verb,
    class: own,
    words,
    flags: new Map(),
    ...(own !== "unknown" && { targets }),
  });
  return { class: own };
};

const each = (names: string, look: Look) => names.split(" ").map((name) => [name, look] as const);

/** Programs that change the machine they run on. */
export const systemPrograms: Readonly<Record<string, Look>> = Object.fromEntries([
  ...each("rm rmdir unlink shred srm", remove),
  ...each(
    "mkfs mkfs.ext4 mkfs.xfs mke2fs mkswap wipefs fdisk sfdisk sgdisk parted gdisk blkdiscard hdparm lvremove vgremove pvremove cryptsetup zpool",
    always("destroy", "disk"),
  ),
  ...each("shutdown reboot halt poweroff init telinit", always("destroy", "machine")),
  ...each("kill killall pkill skill", always("destroy", "process")),
  ...each("userdel groupdel deluser delgroup", always("destroy", "user")),
  ...each("umount swapoff rmmod", always("destroy", "mount")),
  ...each("useradd usermod groupadd adduser passwd chpasswd visudo gpasswd", always("mutate", "user")),
  ...each("mount swapon modprobe insmod sysctl ufw firewall-cmd", always("mutate", "machine")),
  ...each("chmod chown chgrp chattr setfacl touch mkdir", write("rights")),
  ...each("truncate mkfifo unzip patch gunzip gzip bzip2 xz zip split csplit", write("content")),
  ...each("cp install ln mv", copy),
  ...each("rsync scp sftp", send),
  ...each("at batch atq atrm crontab", later),
  ...each("systemctl service rc-service", services),
  ...each(
    "iptables ip6tables nft",
    tables(
      /^(-L|-S|-n|-v|-t|list|ruleset|nat|filter|mangle|raw|tables|table|--line-numbers|-nL|-nvL|-vnL)$/,
      /^(-F|-X|-D|-Z|--flush|--delete|flush|delete)$/,
    ),
  ),
  ...each("apt apt-get yum dnf apk brew pip pip3 npm yarn pnpm gem snap zypper pacman dpkg rpm", packages),
  ["dd", copyBlocks],
]);
