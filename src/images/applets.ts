import type { Tree } from "./tree.ts";

/** Where the program is, below the small script that people call as `busybox`. */
const BUSYBOX = "/usr/lib/airworthy/busybox";
const PLACES = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin"];

// What Debian's busybox-static answers to, without its package managers, its shutdown commands, and the two programs
// (wget, nc) whose Debian build falls short of the original.
const APPLETS = `
  [ [[ acpid adjtimex ar arch arp arping ascii ash awk base64 basename bc blkdiscard blockdev brctl bunzip2 bzcat
  bzip2 cal cat chgrp chmod chown chroot chvt clear cmp cp cpio crc32 crond crontab cttyhack cut date dc dd
  deallocvt depmod devmem df diff dirname dmesg dnsdomainname dos2unix du dumpkmap dumpleases echo ed egrep env
  expand expr factor fallocate false fatattr fdisk fgrep find findfs fold free freeramdisk fsfreeze fstrim ftpget
  ftpput getopt getty grep groups gunzip gzip head hexdump hostid hostname httpd hwclock id ifconfig ifdown ifup
  insmod ionice ip ipcalc ipneigh kill killall klogd last less link linux32 linux64 ln loadfont loadkmap logger
  login logname logread losetup ls lsmod lsscsi lzcat lzma lzop md5sum mdev microcom mkdir mkdosfs mke2fs mkfifo
  mknod mkpasswd mkswap mktemp modinfo modprobe more mount mt mv nameif netstat nl nologin nproc nsenter nslookup od
  openvt partprobe passwd paste patch pidof ping ping6 pivot_root printf ps pwd rdate readlink realpath renice reset
  rev rm rmdir rmmod route run-parts sed seq setkeycodes setpriv setsid sh sha1sum sha256sum sha3sum sha512sum shred
  shuf sleep sort start-stop-daemon stat strings stty su sulogin swapoff swapon switch_root sync sysctl syslogd tac
  tail tar taskset tc tee telnet telnetd test tftp time timeout top touch tr traceroute traceroute6 true truncate
  tty tunctl udhcpc udhcpd umount uname uncompress unexpand uniq unix2dos unlink unlzma unshare unxz unzip uptime
  usleep uudecode uuencode vconfig vi w watch watchdog wc which who whoami xargs xxd xz xzcat yes zcat
`
  .trim()
  .split(/\s+/);

/** Gives every common program a name, by way of BusyBox where no package or file brought a better one. */
export function fillWithApplets(tree: Tree): void {
  for (const name of APPLETS) {
    if (!PLACES.some((place) => tree.get(`${place}/${name}`))) {
      tree.add({ kind: "symlink", path: `/usr/bin/${name}`, target: BUSYBOX });
    }
  }
}
