import type { Detector } from "../../model.ts";
import { inCommands, optionOf, wordsOf } from "../shared/commands.ts";
import { isWorld } from "../shared/networks.ts";
import { inPlans, isUndecided } from "../shared/plans.ts";
import { fieldsOf, partsOf, textsOf } from "../shared/values.ts";

const because = "everybody reaches the API server";

const ways = [
  inPlans(["aws_eks_cluster"], (after, { address }) => {
    const [network = {}] = partsOf(after.vpc_config);
    const ranges = textsOf(network.public_access_cidrs);
    if (network.endpoint_public_access === false || (ranges.length > 0 && !ranges.some(isWorld))) return undefined;
    return { field: `${address}: vpc_config.public_access_cidrs`, because };
  }),
  inCommands(["aws"], /^eks (create-cluster|update-cluster-config)$/, (command) => {
    const network = optionOf(command, "resources-vpc-config") ?? "";
    const open =
      /endpointPublicAccess"?[=:]\s*true/i.test(network) &&
      (!/publicAccessCidrs/i.test(network) || /0\.0\.0\.0\/0/.test(network));
    return open ? { field: wordsOf(command, "resources-vpc-config"), because } : undefined;
  }),
  inPlans(["google_container_cluster"], (after, change) => {
    const [own = {}] = partsOf(after.private_cluster_config);
    const [guard] = partsOf(after.master_authorized_networks_config);
    const open = guard === undefined || partsOf(guard.cidr_blocks).some(({ cidr_block }) => isWorld(cidr_block));
    if (own.enable_private_endpoint === true || !open || isUndecided(change, "master_authorized_networks_config"))
      return undefined;
    return { field: `${change.address}: master_authorized_networks_config`, because };
  }),
  inPlans(["azurerm_kubernetes_cluster"], (after, change) => {
    if (after.private_cluster_enabled === true) return undefined;
    const profile = fieldsOf(partsOf(after.api_server_access_profile)[0]);
    const ranges = textsOf(profile.authorized_ip_ranges ?? after.api_server_authorized_ip_ranges);
    if (ranges.length > 0 && !ranges.some(isWorld)) return undefined;
    return { field: `${change.address}: api_server_access_profile.authorized_ip_ranges`, because };
  }),
];

export const publicClusterEndpoint: Detector = {
  tag: "cloud.public-cluster-endpoint",
  level: "medium",
  summary: "an API server of a managed cluster that everybody reaches",
  advice: "Name the networks that administer the cluster, or make the endpoint private.",
  detect: (operation) => ways.flatMap((detect) => detect(operation)),
};
