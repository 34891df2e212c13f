import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { openTunnel } from "./open-tunnel.ts";

detects(openTunnel, {
  finds: {
    "a forwarded port for everybody": run("kubectl port-forward --address 0.0.0.0 svc/web 8080:80"),
    "a proxy for everybody": run("kubectl proxy --address=0.0.0.0 --accept-hosts='.*'"),
  },
  ignores: {
    "a port for this machine": run("kubectl port-forward svc/web 8080:80"),
    "a port for this machine by name": run("kubectl port-forward --address localhost svc/web 8080:80"),
  },
});
