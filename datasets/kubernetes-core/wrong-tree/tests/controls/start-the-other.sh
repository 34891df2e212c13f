set -e
kubectl -n {{home}} scale deployment/{{front}}-next --replicas=1
