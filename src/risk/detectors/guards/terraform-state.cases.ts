import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { terraformState } from "./terraform-state.ts";

detects(terraformState, {
  finds: {
    "a resource forgotten": run("terraform state rm aws_db_instance.main"),
    "a state overwritten": run("terraform state push old.tfstate"),
    "a lock broken": run("terraform force-unlock -force 1234"),
    "a workspace deleted": run("terraform workspace delete prod"),
  },
  ignores: { "a look at the state": run("terraform state list"), "a copy of it": run("terraform state pull") },
});
