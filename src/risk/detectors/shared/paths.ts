import { posix } from "node:path";

/** The sockets through which a container runtime, and so its machine, is commanded. */
const sockets = /(^|\/)(docker|dockershim|cri-dockerd|containerd|crio|podman|buildkitd|frakti)\.sock$/;
/** Directories that hold one of them. */
const holders = /^\/(var\/)?run(\/(docker|containerd|crio|podman|k3s(\/containerd)?|user(\/\d+)?))?$/;

/** Whether a path on a machine is a runtime's socket or a directory with one in it. */
export function holdsRuntimeSocket(path: string): boolean {
  const plain = plainOf(path);
  return sockets.test(plain) || holders.test(plain);
}

/** Directories that are the machine itself when they are given as a whole. */
const whole = ["/", "/dev", "/etc", "/home", "/sys", "/usr", "/var", "/var/lib"];
/** Directories of which every part is. */
const throughout = [
  ["/bin", "/boot", "/proc", "/root", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/lib/systemd", "/opt/cni"],
  ["/etc/cron.d", "/etc/kubernetes", "/etc/passwd", "/etc/shadow", "/etc/ssh", "/etc/sudoers.d", "/etc/systemd"],
  ["/var/lib/containerd", "/var/lib/docker", "/var/lib/etcd", "/var/lib/kubelet"],
].flat();

/** Whether whoever can write there owns the machine. */
export function isMachineItself(path: string): boolean {
  const plain = plainOf(path);
  return whole.includes(plain) || throughout.some((root) => plain === root || plain.startsWith(`${root}/`));
}

function plainOf(path: string): string {
  const plain = posix.normalize(path);
  return plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain;
}
