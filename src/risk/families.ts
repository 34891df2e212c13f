import type { OperationClass } from "../evidence/index.ts";
import { isKnown } from "./words.ts";

const reads =
  /^(get|list|describe|show|head|search|scan|query|lookup|view|preview|test|check|validate|simulate|wait|filter|select|detect|estimate|exists|ls|read|tail|print|status|history|info|version|help|diff|export|download|whoami|inspect)(-|$)/;
const destroys =
  /^(delete|terminate|remove|deregister|destroy|purge|release|wipe|rm|rb|drop|uninstall|unpublish|undeploy|abandon|del)(-|$)/;
const mutates =
  /^(create|put|update|modify|attach|detach|set|unset|add|associate|disassociate|enable|disable|start|stop|restart|reboot|reset|run|register|replace|restore|resize|resume|suspend|scale|send|publish|deploy|promote|rollback|rotate|tag|untag|upload|import|apply|edit|grant|revoke|authorize|allocate|assign|unassign|accept|reject|approve|cancel|change|configure|copy|clone|deallocate|drain|failover|move|migrate|patch|provision|rename|renew|request|schedule|share|submit|subscribe|swap|switch|sync|transfer|undelete|unlock|lock|upgrade|use|write|mb|mv|cp|install|init|redeploy|reimage|regenerate|connect|bind|unbind|mark|link|unlink|initiate|upsert|batch-write|encrypt|sign|recover|backup|snapshot|cordon|uncordon|pause|trigger|retry|abort|fail|complete|login|logout|activate|deactivate|advertise|withdraw|expand|shrink)(-|$)/;

/**
 * What a verb of a cloud's command line says by its first word: "delete-bucket" destroys, "describe-instances" reads.
 * A verb of no family is not understood.
 */
export function classOfVerb(verb: string): OperationClass {
  const plain = verb.replace(/^batch-(?=get|delete|write|put|update)/, "");
  if (!isKnown(plain)) return "unknown";
  if (destroys.test(plain)) return "destroy";
  if (mutates.test(plain)) return "mutate";
  return reads.test(plain) ? "read" : "unknown";
}
