import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { releaseRemoval } from "./release-removal.ts";

detects(releaseRemoval, {
  finds: {
    "a release that is uninstalled": [run("helm uninstall web -n shop"), { level: "medium" }],
    "a database that is uninstalled": [run("helm uninstall shop-postgresql"), { level: "high" }],
    "a database that is rolled back": [run("helm rollback redis 3"), { level: "high" }],
    "the older word": run("helm delete web"),
  },
  ignores: {
    "an upgrade": run("helm upgrade web ./chart"),
    "a dry run": run("helm uninstall web --dry-run"),
    "the history": run("helm history web"),
  },
});
