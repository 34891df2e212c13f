import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { systemAccess } from "./system-access.ts";

detects(systemAccess, {
  finds: {
    "a shell in kube-system": run("kubectl -n kube-system exec -it etcd-control -- sh"),
    "a file copied into kube-system": run("kubectl cp ./x kube-system/coredns-1:/etc/x"),
    "a node": run("kubectl debug node/node-1 -it --image=busybox:1.36 -- chroot /host"),
  },
  ignores: {
    "a shell elsewhere": run("kubectl -n shop exec -it web-1 -- sh"),
    "logs of kube-system": run("kubectl -n kube-system logs coredns-1"),
  },
});
