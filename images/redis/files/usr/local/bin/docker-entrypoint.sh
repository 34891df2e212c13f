#!/bin/sh
# Options or a configuration file alone mean the server; the server does not run as root.
set -e
case $1 in
  -* | *.conf) set -- redis-server "$@" ;;
esac
if [ "$1" = redis-server ] && [ "$(id -u)" = 0 ]; then
  find . ! -user redis -exec chown redis '{}' + 2>/dev/null || true
  exec gosu redis "$0" "$@"
fi
exec "$@"
