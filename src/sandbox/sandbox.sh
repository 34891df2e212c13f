#!/bin/sh
# Becomes a sandbox: an own root directory, own processes, network, users.
#
#   sandbox.sh DIRECTORY IMAGE DISK NETWORK ADDRESS MEMBERS…
#
# DIRECTORY has `files`, what the sandbox has beyond the files of IMAGE, and `binds`, what of the host it sees (source and
# target, a line each, read-only). DISK are the options of the disk that all it writes goes to. NETWORK is `own` or
# `joined`; an own one has nothing but itself, with ADDRESS. MEMBERS are the lists of its control groups.
# Says `map` when the caller is to give it its users and answer with a line, and `up` when it is there.
set -eu
if [ "$1" != inside ]; then
  directory=$1 image=$2 disk=$3 network=$4 address=$5
  shift 5
  for members in "$@"; do echo $$ > "$members"; done
  net=
  if [ "$network" = own ]; then net=--net; fi
  # shellcheck disable=SC2086 # one word or none
  exec unshare --fork --kill-child=KILL --pid --mount --ipc --uts --cgroup $net --propagation private \
    sh "$0" inside "$directory" "$image" "$disk" "$network" "$address"
fi
directory=$2 image=$3 disk=$4 network=$5 address=$6

cd "$directory"
mkdir -p disk
mount -t tmpfs -o "$disk,mode=755,nosuid,nodev" disk disk
cd disk
mkdir lower own work root
mount --bind -o ro "$image" lower
cp -a ../files/. own
# Relative names: whoever reads the table of mounts in there learns nothing of the host's directories.
mount -t overlay -o lowerdir=lower,upperdir=own,workdir=work,nosuid,nodev system root
while IFS="$(printf '\t')" read -r source target; do mount --bind -o ro,nosuid,nodev "$source" "root$target"; done < ../binds
cd root

mount -t proc -o nosuid,nodev,noexec,hidepid=2 proc proc
mount -t tmpfs -o mode=755,nosuid,noexec,size=64k dev dev
cp -a /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty dev
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,nosuid,noexec pts dev/pts
mount --bind tmp/.shm dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr

hostname sandbox
if [ "$network" = own ]; then
  ip link set lo up
  if [ -n "$address" ]; then ip address add "$address" dev lo; fi
fi
pivot_root . .old
umount -l /.old
rmdir /.old

# The last step down: users of its own, none of them a user of the host, and nobody in there makes further ones. With
# them a user could give itself rights over mounts and packet filters, where the kernel has had most of its holes.
# A change of user makes the kernel forget whose death ends the process: it is said again.
# The first process reaps whatever loses its parent, and nobody in the sandbox may signal it.
exec unshare --user --keep-caps /bin/sh -c '
  echo map
  read -r _ || exit 1
  exec setpriv --reuid 0 --regid 0 --clear-groups --pdeathsig KILL /bin/sh -c "
    set -e
    echo 0 > /proc/sys/user/max_user_namespaces
    echo up
    exec < /dev/null > /dev/null 2>&1
    while :; do sleep 100000 & wait; done"'
