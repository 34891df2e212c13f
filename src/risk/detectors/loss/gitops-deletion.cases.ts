import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { gitopsDeletion } from "./gitops-deletion.ts";

detects(gitopsDeletion, {
  finds: {
    "an application with all it deployed": [run("argocd app delete shop --cascade"), { level: "high" }],
    "an application, where cascading is the rule": [run("argocd app delete shop -y"), { level: "high" }],
    "an application by its object": run("kubectl -n argocd delete applications.argoproj.io shop"),
    "a sync that prunes": [run("argocd app sync shop --prune"), { level: "medium" }],
  },
  ignores: {
    "an application without what it deployed": run("argocd app delete shop --cascade=false"),
    "a plain sync": run("argocd app sync shop"),
    "a dry run": run("argocd app sync shop --prune --dry-run"),
  },
});
