#!/bin/sh
# Becomes one machine of a cluster: an own root directory, own processes, network, host name and cgroups.
#
#   machine.sh NAME ROOT TOOLS CGROUP [MODE:SOURCE:TARGET]...
#
# ROOT is the machine's disk; TOOLS the directory of the Kubernetes programs; CGROUP this machine's path below every
# cgroup hierarchy (made by the caller). MODE is rw, ro, or copy (the machine's changes to a directory stay its own).
# The host's files are out of sight afterwards, except /usr and TOOLS, which are read-only: a pod that mounts its
# node's / sees this root and not the host's.
set -eu
if [ "${1:-}" != inside ]; then
  # Join first, then unshare: a new cgroup namespace takes the cgroup we are in as its root.
  for procs in /sys/fs/cgroup/"$4"/cgroup.procs /sys/fs/cgroup/*/"$4"/cgroup.procs; do
    if [ -e "$procs" ]; then echo $$ > "$procs"; fi
  done
  exec unshare --fork --kill-child=KILL --pid --mount --net --uts --ipc --cgroup --propagation private \
    sh "$0" inside "$@"
fi
shift
name=$1 root=$2 tools=$3
shift 4

mount --bind "$root" "$root"
cd "$root"
mkdir -p usr proc sys dev run tmp root opt/airworthy/bin etc/ssl etc/alternatives .old
for dir in bin sbin lib lib32 lib64; do
  if [ -L "/$dir" ]; then ln -sfn "usr/$dir" "$dir"
  elif [ -d "/$dir" ]; then mkdir -p "$dir"; mount --bind "/$dir" "$dir"; mount -o remount,bind,ro "$dir"; fi
done
for pair in /usr:usr "$tools:opt/airworthy/bin" /etc/ssl:etc/ssl /etc/alternatives:etc/alternatives; do
  mount --bind "${pair%%:*}" "${pair#*:}"
  mount -o remount,bind,ro "${pair#*:}"
done
for bind in "$@"; do
  mode=${bind%%:*}; rest=${bind#*:}; source=${rest%%:*}; target=${rest#*:}; target=${target#/}
  if [ -d "$source" ]; then mkdir -p "$target"; else mkdir -p "${target%/*}"; : >> "$target"; fi
  if [ "$mode" = copy ]; then
    mkdir -p "$target.own" "$target.work"
    mount -t overlay -o "lowerdir=$source,upperdir=$target.own,workdir=$target.work" overlay "$target"
  else
    mount --bind "$source" "$target"
    if [ "$mode" = ro ]; then mount -o remount,bind,ro "$target"; fi
  fi
done

mount -t proc -o nosuid,nodev,noexec proc proc
# kubelet insists on these kernel settings and would change them for the whole host: let it find what it wants.
for setting in vm/overcommit_memory=1 vm/panic_on_oom=0 kernel/panic=10 kernel/panic_on_oops=1 \
  kernel/keys/root_maxkeys=1000000 kernel/keys/root_maxbytes=25000000; do
  if [ ! -e "proc/sys/${setting%=*}" ]; then continue; fi
  mkdir -p "etc/airworthy/$(dirname "${setting%=*}")"
  echo "${setting#*=}" > "etc/airworthy/${setting%=*}"
  mount --bind "etc/airworthy/${setting%=*}" "proc/sys/${setting%=*}"
done
mount -t sysfs -o ro,nosuid,nodev,noexec sysfs sys
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  # A cgroup with children may not hold processes itself: ours move into a leaf, then controllers go down.
  mkdir -p sys/fs/cgroup/system
  echo 0 > sys/fs/cgroup/system/cgroup.procs
  for controller in $(cat sys/fs/cgroup/cgroup.controllers); do echo "+$controller" > sys/fs/cgroup/cgroup.subtree_control; done
else
  mount -t tmpfs -o mode=755 cgroups sys/fs/cgroup
  for dir in /sys/fs/cgroup/*/; do
    dir=${dir%/}; short=${dir##*/}
    options=$(awk -v at="$dir" '$5 == at { for (i = 7; i <= NF; i++) if ($i == "-") { print $(i + 1), $(i + 3) } }' /proc/self/mountinfo)
    if [ -z "$options" ]; then continue; fi
    mkdir "sys/fs/cgroup/$short"
    case $options in
      cgroup2*) mount -t cgroup2 cgroup2 "sys/fs/cgroup/$short" ;;
      *name=*) mount -t cgroup -o "none,${options##*,}" cgroup "sys/fs/cgroup/$short" ;;
      *) controllers=${options#* }; mount -t cgroup -o "$(echo "$controllers" | sed 's/^rw,//; s/,xattr//; s/,clone_children//; s/,release_agent=[^,]*//')" cgroup "sys/fs/cgroup/$short" ;;
    esac
    mkdir -p "sys/fs/cgroup/$short/system"
    case $short in *cpuset*) for file in cpus mems; do cat "sys/fs/cgroup/$short/cpuset.$file" > "sys/fs/cgroup/$short/system/cpuset.$file"; done ;; esac
    echo 0 > "sys/fs/cgroup/$short/system/cgroup.procs"
  done
fi

mount -t tmpfs -o mode=755,nosuid dev dev
for node in "null 1 3" "zero 1 5" "full 1 7" "random 1 8" "urandom 1 9" "tty 5 0"; do
  set -- $node
  mknod -m 666 "dev/$1" c "$2" "$3"
done
mknod -m 600 dev/kmsg c 1 11 # kubelet reads the kernel's OOM reports here
mkdir dev/pts dev/shm dev/mqueue
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx; ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=1777 shm dev/shm
mount -t mqueue mqueue dev/mqueue
mount -t tmpfs -o mode=755 run run
chmod 1777 tmp

# The runtime looks for network plugins in one place; the host has them in one of these.
if [ -d opt/cni/bin ]; then
  chmod 755 opt/cni/bin/*
  for plugins in /opt/cni/bin /usr/libexec/cni /usr/lib/cni; do
    if [ ! -x "$plugins/ptp" ]; then continue; fi
    mkdir -p opt/cni/host; mount --bind "$plugins" opt/cni/host; mount -o remount,bind,ro opt/cni/host
    for plugin in ptp host-local portmap loopback; do ln -sfn "/opt/cni/host/$plugin" "opt/cni/bin/$plugin"; done
    break
  done
fi

hostname "$name"
ip link set lo up
pivot_root . .old
umount -l /.old
rmdir /.old
mount --make-rshared / # kubelet's mounts must reach the containers
mkdir -p /run/airworthy; : > /run/airworthy/up
exec /usr/bin/tini -s -- sleep infinity < /dev/null
