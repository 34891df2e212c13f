#!/bin/sh
# Removes what a sandbox leaves behind, once its owner is done with it or gone.
#
#   janitor.sh DIRECTORY GROUP…
#
# The owner holds the other end of our standard input: it closes when the owner ends, however it ends, also by kill -9.
# The sandbox's processes, mounts and network have vanished with its first process by then; its control groups and its
# directory are left.
set -u
directory=$1
shift
case "$directory" in /*/sandboxes/*) ;; *) echo "janitor: refusing directory '$directory'" >&2; exit 2 ;; esac
for group in "$@"; do
  case "$group" in
    *..*) echo "janitor: refusing group '$group'" >&2; exit 2 ;;
    /sys/fs/cgroup/*airworthy-sandboxes-*/*) ;;
    *) echo "janitor: refusing group '$group'" >&2; exit 2 ;;
  esac
done
cat > /dev/null

# A moment of patience: a killed process leaves its group only when the kernel has finished with it.
attempt=0
while [ "$attempt" -lt 200 ]; do
  left=
  for group in "$@"; do
    if [ ! -d "$group" ]; then continue; fi
    # Nothing new may start while the old is killed: whoever forks without end would always be ahead of us.
    if [ -e "$group/pids.max" ]; then echo 0 > "$group/pids.max"; fi
    find "$group" -name cgroup.procs -exec cat {} + 2> /dev/null | while read -r pid; do
      if [ "$pid" != 0 ]; then kill -9 "$pid" 2> /dev/null; fi
    done
    find "$group" -depth -type d -exec rmdir {} + 2> /dev/null
    if [ -d "$group" ]; then left=1; fi
  done
  if [ -z "$left" ]; then break; fi
  attempt=$((attempt + 1))
  sleep 0.02
done
# Others may be in there.
for group in "$@"; do rmdir "${group%/*}" 2> /dev/null; done
# What was mounted below it was the sandbox's own. If that were wrong, stop at the border.
rm -rf --one-file-system "$directory"
exit 0
