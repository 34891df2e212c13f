import { detects } from "../testing/cases.ts";
import { plan, run } from "../testing/inputs.ts";
import { publicClusterEndpoint } from "./public-cluster-endpoint.ts";

const eks = (network: object) => plan({ type: "aws_eks_cluster", after: { vpc_config: [network] } });
const gke = (after: object) => plan({ type: "google_container_cluster", after });
const aks = (after: object) => plan({ type: "azurerm_kubernetes_cluster", after });

detects(publicClusterEndpoint, {
  finds: {
    "EKS by command": run(
      "aws eks update-cluster-config --name a --resources-vpc-config endpointPublicAccess=true,publicAccessCidrs=0.0.0.0/0",
    ),
    "EKS for everybody": eks({ endpoint_public_access: true, public_access_cidrs: ["0.0.0.0/0"] }),
    "GKE without a list": gke({}),
    "AKS without a list": aks({}),
  },
  ignores: {
    "EKS for an office by command": run(
      "aws eks update-cluster-config --name a --resources-vpc-config endpointPublicAccess=true,publicAccessCidrs=203.0.113.0/24",
    ),
    "EKS for an office": eks({ endpoint_public_access: true, public_access_cidrs: ["203.0.113.0/24"] }),
    "EKS inside": eks({ endpoint_public_access: false }),
    "GKE for an office": gke({
      master_authorized_networks_config: [{ cidr_blocks: [{ cidr_block: "203.0.113.0/24" }] }],
    }),
    "a private AKS": aks({ private_cluster_enabled: true }),
  },
});
