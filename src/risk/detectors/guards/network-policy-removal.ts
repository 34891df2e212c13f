import type { Detector } from "../../model.ts";
import { inDeletions } from "../shared/objects.ts";

const kinds = [
  "NetworkPolicy",
  "AdminNetworkPolicy",
  "BaselineAdminNetworkPolicy",
  "CiliumNetworkPolicy",
  "CiliumClusterwideNetworkPolicy",
  "GlobalNetworkPolicy",
  "AuthorizationPolicy",
  "PeerAuthentication",
];

export const networkPolicyRemoval: Detector = {
  tag: "k8s.network-policy-removal",
  level: "high",
  summary: "a policy of the network or the mesh deleted: its pods are open to whoever it kept out",
  advice: "Change the one rule that is wrong; without any policy every pod of the cluster may connect.",
  detect: inDeletions(kinds, ({ label }) => ({ field: label, because: "whoever it kept out may come in" })),
};
