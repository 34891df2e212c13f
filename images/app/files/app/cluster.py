"""What a service has to do with the cluster it runs in: settings that it reads there, pods that it is asked about."""
import json
import ssl
import urllib.error
import urllib.request

ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount"
API = "https://kubernetes.default.svc"


def settings(name, timeout):
    """The data of a ConfigMap of the own namespace, read through the API with the rights of the pod's account."""
    try:
        with open(f"{ACCOUNT}/namespace", encoding="utf-8") as file:
            namespace = file.read().strip()
        with open(f"{ACCOUNT}/token", encoding="utf-8") as file:
            token = file.read().strip()
        request = urllib.request.Request(
            f"{API}/api/v1/namespaces/{namespace}/configmaps/{name}", headers={"Authorization": f"Bearer {token}"}
        )
        context = ssl.create_default_context(cafile=f"{ACCOUNT}/ca.crt")
        with urllib.request.urlopen(request, timeout=timeout, context=context) as answer:
            return 200, json.load(answer).get("data", {})
    except urllib.error.HTTPError as error:
        return 502, {"error": f"settings: {json.load(error).get('message', error.reason)}"}
    except OSError as error:
        return 502, {"error": f"settings: {getattr(error, 'reason', error)}"}


def review(asked):
    """The answer to an AdmissionReview: pods may be made as long as they are not privileged."""
    request = asked["request"]
    containers = request.get("object", {}).get("spec", {}).get("containers", [])
    allowed = not any((each.get("securityContext") or {}).get("privileged") for each in containers)
    status = {} if allowed else {"status": {"message": "privileged containers are not allowed here"}}
    return {
        "apiVersion": asked["apiVersion"],
        "kind": "AdmissionReview",
        "response": {"uid": request["uid"], "allowed": allowed, **status},
    }
