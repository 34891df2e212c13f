#!/bin/sh
# Options alone mean the server.
case $1 in -*) set -- memcached "$@" ;; esac
exec "$@"
