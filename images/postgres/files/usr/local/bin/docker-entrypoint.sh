#!/bin/bash
# Prepares an empty data directory from the POSTGRES_* variables, then becomes the server.
set -Eeo pipefail

fail() { echo >&2 "Error: $*"; exit 1; }

# NAME or the content of the file in NAME_FILE, or the default.
from_env() {
  local name=$1 file="${1}_FILE"
  if [ -n "${!name:-}" ] && [ -n "${!file:-}" ]; then fail "both $name and $file are set (but are exclusive)"; fi
  if [ -n "${!file:-}" ]; then export "$name"="$(cat "${!file}")"; else export "$name"="${!name:-$2}"; fi
  unset "$file"
}

make_directories() {
  mkdir -p "$PGDATA" /run/postgresql
  chmod 00700 "$PGDATA" 2>/dev/null || true
  chmod 03775 /run/postgresql 2>/dev/null || true
  if [ "$(id -u)" = 0 ]; then
    find "$PGDATA" ! -user postgres -exec chown postgres '{}' +
    find /run/postgresql ! -user postgres -exec chown postgres '{}' +
  fi
}

check_settings() {
  if [ -z "$POSTGRES_PASSWORD" ] && [ "$POSTGRES_HOST_AUTH_METHOD" != trust ]; then
    fail "Database is uninitialized and superuser password is not specified.
       Set POSTGRES_PASSWORD to a non-empty value, for example with \"-e POSTGRES_PASSWORD=password\".
       POSTGRES_HOST_AUTH_METHOD=trust allows all connections without a password, which is not recommended."
  fi
}

create_cluster() {
  # Somebody may run us under a number that no file knows; initdb wants a name for it.
  if ! id -un >/dev/null 2>&1; then echo "postgres:x:$(id -u):$(id -g):postgres:$PGDATA:/bin/sh" >>/etc/passwd 2>/dev/null || true; fi
  local wal=()
  [ -n "${POSTGRES_INITDB_WALDIR:-}" ] && wal=(--waldir "$POSTGRES_INITDB_WALDIR")
  eval 'initdb --username="$POSTGRES_USER" --pwfile=<(printf "%s\n" "$POSTGRES_PASSWORD") "${wal[@]}" '"$POSTGRES_INITDB_ARGS"
  sed -i "s/^#listen_addresses = .*/listen_addresses = '*'/" "$PGDATA/postgresql.conf"
  printf '\nhost all all all %s\n' "${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}" >>"$PGDATA/pg_hba.conf"
}

# While the scripts run, only they can reach the server.
private_start() { PGUSER=$POSTGRES_USER pg_ctl -D "$PGDATA" -o "-c listen_addresses='' -p ${PGPORT:-5432}" -w start; }
private_stop() { PGUSER=$POSTGRES_USER pg_ctl -D "$PGDATA" -m fast -w stop; }

process_sql() {
  PGHOST='' PGHOSTADDR='' psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --no-password --no-psqlrc ${POSTGRES_DB:+--dbname "$POSTGRES_DB"} "$@"
}

create_database() {
  [ "$POSTGRES_DB" = postgres ] && return
  local found
  found=$(POSTGRES_DB='' process_sql --dbname postgres --set db="$POSTGRES_DB" --tuples-only <<<"SELECT 1 FROM pg_database WHERE datname = :'db';")
  [ -n "$found" ] || POSTGRES_DB='' process_sql --dbname postgres --set db="$POSTGRES_DB" <<<'CREATE DATABASE :"db";'
}

run_scripts() {
  local script
  for script; do
    case $script in
      *.sh)
        if [ -x "$script" ]; then echo "$0: running $script"; "$script"; else echo "$0: sourcing $script"; . "$script"; fi
        ;;
      *.sql) echo "$0: running $script"; process_sql -f "$script"; echo ;;
      *.sql.gz) echo "$0: running $script"; gunzip -c "$script" | process_sql; echo ;;
      *.sql.xz) echo "$0: running $script"; xzcat "$script" | process_sql; echo ;;
      *) echo "$0: ignoring $script" ;;
    esac
  done
}

[ "${1:0:1}" = - ] && set -- postgres "$@"
case " $* " in *" --help "* | *" -? "* | *" --version "* | *" -V "* | *" --describe-config "*) exec "$@" ;; esac

if [ "$1" = postgres ]; then
  from_env POSTGRES_PASSWORD ''
  from_env POSTGRES_USER postgres
  from_env POSTGRES_DB "$POSTGRES_USER"
  from_env POSTGRES_INITDB_ARGS ''
  make_directories
  [ "$(id -u)" = 0 ] && exec gosu postgres "$0" "$@"
  if [ -s "$PGDATA/PG_VERSION" ]; then
    echo; echo "PostgreSQL Database directory appears to contain a database; Skipping initialization"; echo
  else
    check_settings
    ls /docker-entrypoint-initdb.d/ >/dev/null
    create_cluster
    export PGPASSWORD="${PGPASSWORD:-$POSTGRES_PASSWORD}"
    private_start
    create_database
    shopt -s nullglob
    run_scripts /docker-entrypoint-initdb.d/*
    private_stop
    unset PGPASSWORD
    echo; echo "PostgreSQL init process complete; ready for start up."; echo
  fi
fi
exec "$@"
