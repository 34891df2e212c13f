#!/bin/sh
# Runs what lies in /docker-entrypoint.d before nginx itself, as the official image does.
set -e

say() { [ -n "$NGINX_ENTRYPOINT_QUIET_LOGS" ] || echo "$0: $*"; }

if [ "$1" = nginx ] || [ "$1" = nginx-debug ]; then
  for script in /docker-entrypoint.d/*; do
    case $script in
      *.envsh) [ -x "$script" ] && { say "sourcing $script"; . "$script"; } ;;
      *.sh) if [ -x "$script" ]; then say "launching $script"; "$script"; else say "ignoring $script, not executable"; fi ;;
      *) ;;
    esac
  done
  say "configuration complete; ready for start up"
fi
exec "$@"
