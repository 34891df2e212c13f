import type { Recipe } from "./recipe.ts";
import type { Tree } from "./tree.ts";

// Documentation, translations and what only an init system or a package manager reads.
const USELESS = [
  "etc/cron.d",
  "etc/cron.daily",
  "etc/default",
  "etc/init",
  "etc/init.d",
  "etc/logrotate.d",
  "etc/ufw",
  "usr/lib/systemd",
  "usr/lib/sysctl.d",
  "usr/lib/sysusers.d",
  "usr/lib/tmpfiles.d",
  "usr/lib/udev",
  "usr/share/apport",
  "usr/share/apps",
  "usr/share/bash-completion",
  "usr/share/bug",
  "usr/share/doc",
  "usr/share/doc-base",
  "usr/share/gcc",
  "usr/share/i18n",
  "usr/share/info",
  "usr/share/lintian",
  "usr/share/locale",
  "usr/share/locales",
  "usr/share/man",
  "usr/share/menu",
  "usr/share/pixmaps",
  "usr/share/zsh",
];
const USELESS_ANYWHERE = /^usr\/lib\/[^/]+-linux-gnu\/(gconv|perl|perl-base)(\/|$)/;

export function trim(tree: Tree, drop: readonly string[]): void {
  const all = [...USELESS, ...drop.map((path) => path.slice(1))];
  tree.drop((path) => USELESS_ANYWHERE.test(path) || all.some((each) => path === each || path.startsWith(`${each}/`)));
}

/** What package scripts would have set up on a running system. */
export function addSystemFiles(tree: Tree, recipe: Recipe): void {
  const users = [
    { name: "root", uid: 0, gid: 0, home: "/root", shell: tree.get("/bin/bash") ? "/bin/bash" : "/bin/sh" },
    { name: "daemon", uid: 1, gid: 1, home: "/usr/sbin", shell: "/usr/sbin/nologin" },
    { name: "www-data", uid: 33, gid: 33, home: "/var/www", shell: "/usr/sbin/nologin" },
    { name: "nobody", uid: 65_534, gid: 65_534, home: "/nonexistent", shell: "/usr/sbin/nologin" },
    ...recipe.users,
  ];
  const groupName = (name: string) => (name === "nobody" ? "nogroup" : name);
  const lines = (texts: readonly string[]) => Buffer.from(`${texts.join("\n")}\n`);
  const file = (path: string, content: Buffer, mode = 0o644) => tree.add({ kind: "file", path, content, mode });

  file("/etc/passwd", lines(users.map((u) => `${u.name}:x:${u.uid}:${u.gid}:${u.name}:${u.home}:${u.shell}`)));
  file("/etc/group", lines(users.map((u) => `${groupName(u.name)}:x:${u.gid}:`)));
  file("/etc/shadow", lines(users.map((u) => `${u.name}:*:19723:0:99999:7:::`)), 0o640);
  file(
    "/etc/nsswitch.conf",
    lines([
      "passwd: files",
      "group: files",
      "shadow: files",
      "hosts: files dns",
      "networks: files",
      "protocols: files",
      "services: files",
    ]),
  );
  for (const path of ["/dev", "/etc", "/home", "/proc", "/run", "/sys", "/usr/local/bin", "/var/lib", "/var/log"]) {
    if (!tree.get(path)) tree.add({ kind: "directory", path });
  }
  tree.add({ kind: "directory", path: "/root", mode: 0o700 });
  for (const path of ["/tmp", "/var/tmp"]) tree.add({ kind: "directory", path, mode: 0o1777 });
  tree.add({ kind: "symlink", path: "/var/run", target: "/run" });
  addCertificates(tree);
}

/** One bundle of all authorities, where OpenSSL, GnuTLS, curl and Python look for it. */
function addCertificates(tree: Tree): void {
  const authorities = tree
    .entries()
    .filter(({ kind, path }) => kind === "file" && /^usr\/share\/ca-certificates\/.*\.crt$/.test(path));
  if (authorities.length === 0) return;
  const bundle = Buffer.concat(authorities.map((entry) => (entry.kind === "file" ? entry.content : Buffer.alloc(0))));
  tree.add({ kind: "file", path: "/etc/ssl/certs/ca-certificates.crt", content: bundle });
  tree.add({ kind: "symlink", path: "/usr/lib/ssl/cert.pem", target: "/etc/ssl/certs/ca-certificates.crt" });
  tree.drop((path) => path.startsWith("usr/share/ca-certificates/"));
}
