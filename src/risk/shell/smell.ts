import type { OperationClass } from "../../evidence/index.ts";
import { worse } from "../operation-class.ts";
import { programName } from "../words.ts";

interface Scent {
  readonly programs: readonly string[];
  readonly destroys?: RegExp;
  readonly mutates?: RegExp;
}

const scents: readonly Scent[] = [
  {
    programs: ["kubectl", "oc", "k"],
    destroys: /^(delete|drain)$/,
    mutates:
      /^(apply|create|replace|patch|edit|set|scale|autoscale|expose|run|label|annotate|taint|cordon|uncordon|rollout|exec|debug|cp|certificate|config)$/,
  },
  { programs: ["terraform", "tofu", "terragrunt"], destroys: /^-?(destroy|apply)$/, mutates: /^(import|state|taint)$/ },
  {
    programs: ["helm", "helmfile"],
    destroys: /^(uninstall|delete|destroy)$/,
    mutates: /^(install|upgrade|rollback|sync|apply)$/,
  },
  {
    programs: ["docker", "podman", "nerdctl"],
    destroys: /^(rm|rmi|prune|kill|down)$/,
    mutates: /^(run|exec|stop|restart|up)$/,
  },
  {
    programs: ["aws", "gcloud", "az", "argocd", "velero", "gsutil"],
    destroys: /^(delete|terminate|remove|destroy|purge|deregister|rm$|rb$)/,
    mutates: /^(create|put|update|modify|attach|set|run|start|stop|sync|deploy|add)/,
  },
  { programs: ["rm", "mkfs", "shred", "wipefs", "shutdown", "reboot", "poweroff", "dd"], destroys: /./ },
];

const sql = /\b(drop|truncate)\s+(table|database|schema|index|user)\b|\bdelete\s+from\b|\bflush(all|db)\b/i;

/**
 * What a text that nobody could parse looks like it would do, in time that grows with its length only. Quotes and
 * backslashes are the cheapest disguise and are passed over.
 */
export function smell(text: string): OperationClass {
  const plain = text.replaceAll(/["'\\`]/g, "");
  let worst: OperationClass = sql.test(plain) ? "destroy" : "unknown";
  for (const segment of plain.split(/[;&|\n(){}]+/)) {
    let scent: Scent | undefined;
    for (const word of segment.split(/[\s,[\]]+/)) {
      if (scent?.destroys?.test(word)) worst = "destroy";
      else if (scent?.mutates?.test(word)) worst = worse(worst, "mutate");
      scent = scents.find(({ programs }) => programs.includes(programName(word))) ?? scent;
    }
  }
  return worst;
}
