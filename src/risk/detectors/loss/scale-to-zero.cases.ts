import { detects } from "../testing/cases.ts";
import { apply, deployment, object, plan, run } from "../testing/inputs.ts";
import { scaleToZero } from "./scale-to-zero.ts";

detects(scaleToZero, {
  finds: {
    "a service of ECS by command": run("aws ecs update-service --cluster c --service s --desired-count 0"),
    "a service of Swarm": run("docker service scale web=0"),
    "kubectl scale": [run("kubectl scale deploy/web --replicas=0"), { field: "Deployment web: spec.replicas" }],
    "a patch": run(`kubectl patch sts db -p '{"spec":{"replicas":0}}'`),
    "a manifest": apply({ ...deployment({}), spec: { replicas: 0 } }),
    "a service of ECS": plan({ type: "aws_ecs_service", after: { desired_count: 0 } }),
    "a Deployment of a plan": plan({
      type: "kubernetes_deployment",
      after: { spec: [{ replicas: "0", template: [] }] },
    }),
  },
  ignores: {
    "one replica": run("kubectl scale deploy/web --replicas=1"),
    "a manifest that leaves it to the autoscaler": apply(deployment({})),
    "an autoscaler": apply(object("HorizontalPodAutoscaler", { spec: { minReplicas: 0 } }, "autoscaling/v2")),
  },
});
