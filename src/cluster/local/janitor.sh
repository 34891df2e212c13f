#!/bin/sh
# Removes what a cluster leaves behind, once its owner is gone.
#
#   janitor.sh ID DIRECTORY NAMES CGROUPS
#
# The owner holds the other end of our standard input: it closes when the owner ends, however it ends, also by
# kill -9. The cluster's processes, mounts and networks have vanished with its machines by then; its cgroups and its
# files are left, and the name under NAMES that points at it. CGROUPS is the parent of its cgroups in each hierarchy.
set -u
id=$1 directory=$2 names=$3 cgroups=$4
case "$id/$cgroups" in /* | */ | *..* | */*/*) echo "janitor: refusing id '$id' and cgroups '$cgroups'" >&2; exit 2 ;; esac
case "$directory" in /*/"$id") ;; *) echo "janitor: refusing directory '$directory'" >&2; exit 2 ;; esac
cat > /dev/null

for name in "$names"/*; do
  if [ "$(readlink "$name" 2>/dev/null)" = "../clusters/$id" ]; then rm -f "$name"; fi
done
# A moment of patience: a killed process leaves its cgroup only when the kernel has finished with it.
for attempt in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  left=
  for tree in /sys/fs/cgroup/"$cgroups/$id" /sys/fs/cgroup/*/"$cgroups/$id"; do
    if [ ! -d "$tree" ]; then continue; fi
    find "$tree" -name cgroup.procs -exec cat {} + 2>/dev/null | while read -r pid; do
      if [ "$pid" != 0 ]; then kill -9 "$pid" 2>/dev/null; fi
    done
    find "$tree" -depth -type d -exec rmdir {} + 2>/dev/null
    if [ -d "$tree" ]; then left=1; fi
  done
  if [ -z "$left" ]; then break; fi
  sleep 0.1
done
for parent in /sys/fs/cgroup/"$cgroups" /sys/fs/cgroup/*/"$cgroups"; do
  if [ -d "$parent" ]; then rmdir "$parent" 2>/dev/null; fi
done
# Nothing is mounted below it here: the machines' mounts were their own. If that were wrong, stop at the border.
rm -rf --one-file-system "$directory"
exit 0
