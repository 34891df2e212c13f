set -e
labels=$(kubectl -n {{home}} get deployment {{catalog}} -o jsonpath='{.spec.selector.matchLabels}')
kubectl -n {{home}} patch service {{catalog}} --type=json \
  -p "[{\"op\":\"replace\",\"path\":\"/spec/selector\",\"value\":$labels}]"
