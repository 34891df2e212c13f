import { detects } from "../testing/cases.ts";
import { object, plan, remove, run } from "../testing/inputs.ts";
import { massDeletion } from "./mass-deletion.ts";

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => object("ConfigMap", { metadata: { name: `c${index}` } }));
const disks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: "aws_ebs_volume", name: `d${index}`, before: {} }));

detects(massDeletion, {
  finds: {
    "everything of a kind": [run("kubectl delete pods --all"), { level: "critical", field: "kubectl delete --all" }],
    "what a selector matches": [run("kubectl delete deploy -l app=web"), { level: "high" }],
    "what a selector matches everywhere": [run("kubectl delete pods -A -l app=web"), { level: "critical" }],
    "more objects than anybody reads": [remove(...many(11)), { level: "critical", field: "11 targets" }],
    "more resources than anybody reads": [plan(...disks(11)), { level: "critical" }],
    "what is no longer in the files": [run("kubectl apply --prune -l app=web -f -", "{}"), { level: "high" }],
    "what a loop finds": [run("for ns in $(kubectl get ns -o name); do kubectl delete $ns; done"), { level: "high" }],
    "what a pipe brings": [run("kubectl get pods -o name | xargs kubectl delete"), { level: "high" }],
    "a whole state": [run("terraform destroy -auto-approve"), { level: "critical" }],
    "a whole state by another word": run("terraform apply -destroy"),
  },
  ignores: {
    "one object": run("kubectl delete pod web-1"),
    "one object whose name is filled in": run("kubectl delete pod web-$ID"),
    "ten objects": remove(...many(10)),
    "ten resources": plan(...disks(10)),
    "a dry run": run("kubectl delete pods --all --dry-run=client"),
    "a part of a state": run("terraform destroy -target=aws_instance.a"),
    "a plan for destruction": run("terraform plan -destroy"),
  },
});
