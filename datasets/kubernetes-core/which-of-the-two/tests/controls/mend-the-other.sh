set -e
kubectl -n {{twin}} rollout restart deployment/{{catalog}}
