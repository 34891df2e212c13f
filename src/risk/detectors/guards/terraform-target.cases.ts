import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { terraformTarget } from "./terraform-target.ts";

detects(terraformTarget, {
  finds: {
    "a part of a plan": [run("terraform apply -target=module.db"), { field: "-target=module.db" }],
    "a replacement": run("terraform apply -replace=aws_instance.a"),
    "no lock": [run("terraform apply -lock=false"), { field: "-lock=false" }],
    "no refresh": run("terraform apply -refresh=false"),
  },
  ignores: {
    "the whole": run("terraform apply -lock=true plan.out"),
    "a plan of a part": run("terraform plan -target=module.db"),
  },
});
