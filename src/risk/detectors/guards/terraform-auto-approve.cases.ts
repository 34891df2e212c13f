import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { terraformAutoApprove } from "./terraform-auto-approve.ts";

detects(terraformAutoApprove, {
  finds: {
    "an apply": [run("terraform apply -auto-approve"), { level: "medium", field: "terraform apply -auto-approve" }],
    "a destruction": [run("tofu destroy --auto-approve"), { level: "high" }],
  },
  ignores: {
    "an apply that asks": run("terraform apply"),
    "an apply that is told not to": run("terraform apply -auto-approve=false"),
    "a plan": run("terraform plan"),
  },
});
