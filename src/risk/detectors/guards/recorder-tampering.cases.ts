import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { recorderTampering } from "./recorder-tampering.ts";

detects(recorderTampering, {
  finds: {
    "the log": run("rm -rf /home/me/.local/share/airworthy/evidence"),
    "a key": run("cp other.key /home/me/.local/share/airworthy/keys/log.key"),
  },
  ignores: {
    "a look": run("cat /home/me/.local/share/airworthy/evidence/log.jsonl"),
    "another directory": run("rm -rf /home/me/airworthy-notes/evidence"),
  },
});
