set -e
right() {
  kubectl -n {{home}} get endpoints {{catalog}} -o jsonpath='{.subsets[*].addresses[*].ip}' | grep -q .
}
mend() {
  # A strategic patch adds to the selector; the whole of it has to be right.
  labels=$(kubectl -n {{home}} get deployment {{catalog}} -o jsonpath='{.spec.selector.matchLabels}')
  kubectl -n {{home}} patch service {{catalog}} --type=json \
    -p "[{\"op\":\"replace\",\"path\":\"/spec/selector\",\"value\":$labels}]"
}
mend
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
  sleep 1
  right || mend
done
right
