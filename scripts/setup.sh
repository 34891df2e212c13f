#!/bin/sh
# sh scripts/setup.sh COMMAND…: makes sure of Node and of the npm packages, then becomes the command.
# With nothing to do it costs a few hundredths of a second.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
node=$(sh scripts/node24.sh)

# True if node_modules is what package-lock.json asks for. npm writes its hidden lockfile last, so without it an
# install was interrupted. The copy of ours is what it was made from: times alone lie after a git checkout.
fresh() {
  [ -f node_modules/.package-lock.json ] || return 1
  if [ -f node_modules/.airworthy-lock.json ]; then
    cmp -s package-lock.json node_modules/.airworthy-lock.json
  else
    [ ! package-lock.json -nt node_modules/.package-lock.json ]
  fi
}

install_packages() {
  printf 'npm packages: installing what package-lock.json lists (some seconds)\n' >&2
  if ! npm ci --no-audit --no-fund --loglevel=error >&2; then
    printf 'error: npm ci failed in %s\nhint: check that npm reaches its registry (npm ping), then repeat the command\n' "$root" >&2
    exit 1
  fi
  cp package-lock.json node_modules/.airworthy-lock.json
  printf 'npm packages: done\n' >&2
}

if ! fresh; then
  if ! command -v npm >/dev/null 2>&1; then
    printf 'error: expected npm on PATH, found none\nhint: install npm 7 or newer and repeat the command\n' >&2
    exit 1
  fi
  # Two set-ups at once would delete one another's node_modules. The kernel drops the lock if we are killed.
  if command -v flock >/dev/null 2>&1; then
    mkdir -p "${XDG_CACHE_HOME:-$HOME/.cache}/airworthy/locks"
    (
      flock 9
      fresh || install_packages
    ) 9>"${XDG_CACHE_HOME:-$HOME/.cache}/airworthy/locks/npm-ci.lock"
  else
    install_packages
  fi
fi

# So that `npx airworthy` in the checkout is the checkout.
if [ ! -e node_modules/.bin/airworthy ]; then
  mkdir -p node_modules/.bin
  ln -sf ../../bin/airworthy.cjs node_modules/.bin/airworthy
fi

PATH=$node:$root/node_modules/.bin:$PATH
export PATH
exec "$@"
