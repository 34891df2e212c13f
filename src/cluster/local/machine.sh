#!/bin/sh
# Becomes one machine of a cluster: an own root directory, own processes, network, host name and cgroups.
#
#   machine.sh NAME ROOT TABLE CGROUP
#
# ROOT is the machine's disk; TABLE lists what is mounted below it, in the form of an fstab; CGROUP is this machine's
# path below every cgroup hierarchy (made by the caller). Afterwards the host's files are out of sight, except those that
# the table shows: a pod that mounts its node's / sees this root and not the host's.
set -eu
if [ "${1:-}" != inside ]; then
  # Join first, then unshare: a new cgroup namespace takes the cgroup we are in as its root.
  for procs in /sys/fs/cgroup/"$4"/cgroup.procs /sys/fs/cgroup/*/"$4"/cgroup.procs; do
    if [ -e "$procs" ]; then echo $$ > "$procs"; fi
  done
  exec unshare --fork --kill-child=KILL --pid --mount --net --uts --ipc --cgroup --propagation private \
    sh "$0" inside "$@"
fi
name=$2 root=$3 table=$4

mount --all --fstab "$table"
cd "$root"

# Our processes go into a leaf of every hierarchy: on v2 a cgroup with children may not hold any itself.
if [ -e sys/fs/cgroup/cgroup.controllers ]; then
  mkdir -p sys/fs/cgroup/system
  echo 0 > sys/fs/cgroup/system/cgroup.procs
else
  for at in sys/fs/cgroup/*; do set -- "$@" "$at/system"; done
  shift 5
  mkdir "$@"
  for leaf in "$@"; do
    for file in cpus mems; do
      if [ -e "$leaf/cpuset.$file" ]; then
        read -r all < "${leaf%/system}/cpuset.$file"
        echo "$all" > "$leaf/cpuset.$file"
      fi
    done
    echo 0 > "$leaf/cgroup.procs"
  done
fi

cp -a /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty /dev/kmsg dev # kubelet reads OOM reports from kmsg
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd

hostname "$name"
ip link set lo up
pivot_root . .old
umount -l /.old
rmdir /.old
mount --make-rshared / # kubelet's mounts must reach the containers
mkdir /run/airworthy
: > /run/airworthy/up
exec /usr/bin/tini -s -- sleep infinity < /dev/null
