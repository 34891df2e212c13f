import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { tlsVerificationOff } from "./tls-verification-off.ts";

detects(tlsVerificationOff, {
  finds: {
    kubectl: run("kubectl --insecure-skip-tls-verify get pods"),
    "Argo CD": run("argocd login cd.example --insecure"),
  },
  ignores: {
    "a check that is asked for": run("kubectl --insecure-skip-tls-verify=false get pods"),
    "a plain command": run("kubectl get pods"),
  },
});
