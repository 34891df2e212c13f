#!/bin/sh
# Fills in /etc/nginx/templates/*.template with environment variables; only those that are set, so that nginx's own stay.
set -e
templates=${NGINX_ENVSUBST_TEMPLATE_DIR:-/etc/nginx/templates}
suffix=${NGINX_ENVSUBST_TEMPLATE_SUFFIX:-.template}
output=${NGINX_ENVSUBST_OUTPUT_DIR:-/etc/nginx/conf.d}
filter=${NGINX_ENVSUBST_FILTER:-}

[ -d "$templates" ] || exit 0
if [ ! -w "$output" ]; then
  echo "$0: $templates exists, but $output is not writable" >&2
  exit 0
fi
defined=$(env | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p' | grep -E -- "$filter" | sed 's/.*/${&}/' | tr '\n' ' ')
find -L "$templates" -type f -name "*$suffix" | sort | while read -r template; do
  relative=${template#"$templates/"}
  target=$output/${relative%"$suffix"}
  mkdir -p "$(dirname "$target")"
  echo "$0: running envsubst on $template to $target"
  envsubst "$defined" <"$template" >"$target"
done
