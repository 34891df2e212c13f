#!/bin/sh
# sh scripts/on-cgroup-v2.sh COMMAND…: runs a command on cgroup v2, whatever this machine has, in a virtual machine.
#
# It shows this machine's files, and what it changes is gone with it: checkout, cache and programs are the same, only
# the kernel is another, Debian's. No network, no systemd, root with every capability. Without the processor's help it is
# emulated: a cluster takes a quarter of an hour then, but nothing inside notices.
#
# It needs Debian or Ubuntu on x86-64, root, and the package qemu-system-x86. MEMORY gives its size, in MiB.
set -eu
if [ $# = 0 ]; then
  printf 'error: expected a command, found none\nhint: sh scripts/on-cgroup-v2.sh npx airworthy doctor\n' >&2
  exit 2
fi
if ! command -v qemu-system-x86_64 >/dev/null; then
  printf 'error: expected qemu-system-x86_64 on PATH, found none\n' >&2
  printf 'hint: apt-get install --no-install-recommends qemu-system-x86\n' >&2
  exit 4
fi
home=${XDG_CACHE_HOME:-$HOME/.cache}/airworthy/virtual-machine
state=${AIRWORTHY_STATE:-/var/lib/airworthy}

# The kernel, and a shell for its first steps: unpacked into the cache, not installed.
if [ ! -e "$home/complete" ]; then
  rm -rf "$home"
  mkdir -p "$home"
  kernel=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: *\(linux-image-[^ ]*\)$/\1/p' | head -n 1)
  (cd "$home" && apt-get -q download "$kernel" busybox-static)
  for package in "$home"/*.deb; do
    dpkg -x "$package" "$home"
    rm "$package"
  done
  depmod -b "$home" "${kernel#linux-image-}"
  : > "$home/complete"
fi
version=$(ls "$home/lib/modules")

work=$(mktemp -d /var/tmp/airworthy-vm.XXXXXX)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
first=$work/first
mkdir -p "$first/bin" "$first/dev" "$first/modules"
cp "$home/bin/busybox" "$first/bin/"
for module in virtio_pci 9pnet_virtio 9p virtio_blk ext4 overlay; do
  modprobe -d "$home" -S "$version" --show-depends "$module" | while read -r _ file _; do
    if [ ! -e "$first/modules/${file##*/}" ]; then echo "insmod /modules/${file##*/}" >> "$first/load"; fi
    cp "$file" "$first/modules/"
  done
done

# First steps: this machine's files below, an empty disk above. Images that are unpacked already need not be again.
cat > "$first/init" <<EOF
#!/bin/busybox sh
/bin/busybox --install -s /bin
mkdir /proc /below /disk /all
mount -t proc proc /proc
. /load
mount -t devtmpfs dev /dev
mount -t 9p -o ro,trans=virtio,version=9p2000.L,msize=512000,cache=loose host /below
mount -t ext4 /dev/vda /disk
mkdir -p /disk/own /disk/work /disk/state/stores
mount -t overlay -o lowerdir=/below,upperdir=/disk/own,workdir=/disk/work all /all
mkdir -p "/all/usr/lib/modules" "/all$state/stores"
mount --bind "/below$home/lib/modules" /all/usr/lib/modules
mount --bind "/all$state/stores" /disk/state/stores
mount --rbind /disk/state "/all$state"
mount --move /dev /all/dev
umount /proc
exec switch_root /all /bin/sh "$work/second"
EOF
chmod +x "$first/init"
(cd "$first" && find . | bin/busybox cpio -o -H newc 2>/dev/null) > "$work/initramfs"

# Then a machine like any other, and the command, each word of it in quotes.
words=$(for word in "$@"; do printf "'%s' " "$(printf %s "$word" | sed "s/'/'\\\\''/g")"; done)
cat > "$work/second" <<EOF
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
for at in /dev/shm /run /tmp; do mount -t tmpfs -o mode=1777 tmpfs \$at; done
hostname virtual
ip link set lo up
stty -F /dev/ttyS0 -opost
export PATH='$PATH' HOME='$HOME' LANG=C.UTF-8 AIRWORTHY_STATE='$state' AIRWORTHY_PATIENCE='${AIRWORTHY_PATIENCE:-}'
cd '$PWD'
{ $words < /dev/null 2>&1; echo \$? > /run/status; } | cat > /dev/ttyS0
printf "\\\\\$(printf %o \$((\$(cat /run/status) + 1)))" | dd of=/dev/port bs=1 seek=1281 2>/dev/null
EOF

truncate -s 20G "$work/disk"
mkfs.ext4 -q "$work/disk"
# Emulated, its clock counts instructions, so that no time-out inside notices how slow it is; that takes one processor.
accelerator="-accel tcg -icount shift=0 -rtc clock=vm -smp 1"
if grep -Eqw 'vmx|svm' /proc/cpuinfo && [ -w /dev/kvm ]; then accelerator="-accel kvm -smp 2"; fi
status=0
# shellcheck disable=SC2086 # several words
qemu-system-x86_64 $accelerator -cpu max -m "${MEMORY:-5120}" \
  -display none -vga none -nic none -monitor none -serial stdio -no-reboot \
  -kernel "$home/boot/vmlinuz-$version" -initrd "$work/initramfs" \
  -append "console=ttyS0 quiet panic=-1 cgroup_no_v1=all" \
  -virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap \
  -drive "file=$work/disk,format=raw,if=virtio,cache=unsafe" \
  -device isa-debug-exit,iobase=0x501,iosize=1 < /dev/null || status=$?
# The last device turns N into 2N + 1, and N is one more than what the command left: 1 is QEMU's own.
if [ $((status % 2)) = 0 ] || [ $status = 1 ]; then
  printf 'error: the virtual machine ended before the command\n' >&2
  exit 1
fi
exit $((status / 2 - 1))
