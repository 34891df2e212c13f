import type { Detector } from "../model.ts";
import { anonymousBinding } from "./access/anonymous-binding.ts";
import { azureBroadRole } from "./access/azure-broad-role.ts";
import { clusterAdminBinding } from "./access/cluster-admin-binding.ts";
import { googleBroadRole } from "./access/google-broad-role.ts";
import { googlePublicMember } from "./access/google-public-member.ts";
import { iamWildcard } from "./access/iam-wildcard.ts";
import { impersonation } from "./access/impersonation.ts";
import { publicPrincipal } from "./access/public-principal.ts";
import { rbacEscalation } from "./access/rbac-escalation.ts";
import { secretAccess } from "./access/secret-access.ts";
import { wildcardRbac } from "./access/wildcard-rbac.ts";
import { dockerDangerousCapabilities } from "./docker/dangerous-capabilities.ts";
import { dockerHostNamespaces } from "./docker/host-namespaces.ts";
import { dockerHostPath } from "./docker/host-path.ts";
import { dockerPrivileged } from "./docker/privileged.ts";
import { dockerRuntimeSocket } from "./docker/runtime-socket.ts";
import { dockerVolumeRemoval } from "./docker/volume-removal.ts";
import { openFirewall } from "./exposure/open-firewall.ts";
import { openIngress } from "./exposure/open-ingress.ts";
import { openNetworkPolicy } from "./exposure/open-network-policy.ts";
import { publicBucket } from "./exposure/public-bucket.ts";
import { publicClusterEndpoint } from "./exposure/public-cluster-endpoint.ts";
import { publicDatabase } from "./exposure/public-database.ts";
import { publicLoadBalancer } from "./exposure/public-load-balancer.ts";
import { unencryptedStorage } from "./exposure/unencrypted-storage.ts";
import { admissionRemoval } from "./guards/admission-removal.ts";
import { auditOff } from "./guards/audit-off.ts";
import { disruptionBudgetRemoval } from "./guards/disruption-budget-removal.ts";
import { networkPolicyRemoval } from "./guards/network-policy-removal.ts";
import { openTunnel } from "./guards/open-tunnel.ts";
import { podSecurityLoosened } from "./guards/pod-security-loosened.ts";
import { quotaRemoval } from "./guards/quota-removal.ts";
import { recorderTampering } from "./guards/recorder-tampering.ts";
import { remoteScript } from "./guards/remote-script.ts";
import { secretReading } from "./guards/secret-reading.ts";
import { systemAccess } from "./guards/system-access.ts";
import { systemNamespace } from "./guards/system-namespace.ts";
import { terraformAutoApprove } from "./guards/terraform-auto-approve.ts";
import { terraformState } from "./guards/terraform-state.ts";
import { terraformTarget } from "./guards/terraform-target.ts";
import { tlsVerificationOff } from "./guards/tls-verification-off.ts";
import { webhookIgnoresFailure } from "./guards/webhook-ignores-failure.ts";
import { backupsOff } from "./loss/backups-off.ts";
import { claimDeletion } from "./loss/claim-deletion.ts";
import { dataDestruction } from "./loss/data-destruction.ts";
import { databaseDestruction } from "./loss/database-destruction.ts";
import { definitionDeletion } from "./loss/definition-deletion.ts";
import { deletionProtectionOff } from "./loss/deletion-protection-off.ts";
import { finalizerRemoval } from "./loss/finalizer-removal.ts";
import { forcedDeletion } from "./loss/forced-deletion.ts";
import { gitopsDeletion } from "./loss/gitops-deletion.ts";
import { massDeletion } from "./loss/mass-deletion.ts";
import { namespaceDeletion } from "./loss/namespace-deletion.ts";
import { nodeDrain } from "./loss/node-drain.ts";
import { releaseRemoval } from "./loss/release-removal.ts";
import { scaleToZero } from "./loss/scale-to-zero.ts";
import { secretDeletion } from "./loss/secret-deletion.ts";
import { statefulDeletion } from "./loss/stateful-deletion.ts";
import { volumeDeletion } from "./loss/volume-deletion.ts";
import { wipe } from "./loss/wipe.ts";
import { dangerousCapabilities } from "./workload/dangerous-capabilities.ts";
import { defaultToken } from "./workload/default-token.ts";
import { hostNamespaces } from "./workload/host-namespaces.ts";
import { hostPath } from "./workload/host-path.ts";
import { mutableImage } from "./workload/mutable-image.ts";
import { noLimits } from "./workload/no-limits.ts";
import { privilegeEscalation } from "./workload/privilege-escalation.ts";
import { privilegedContainer } from "./workload/privileged-container.ts";
import { runAsRoot } from "./workload/run-as-root.ts";
import { runtimeSocket } from "./workload/runtime-socket.ts";
import { secretInPlainText } from "./workload/secret-in-plain-text.ts";
import { unconfined } from "./workload/unconfined.ts";
import { writableRootFilesystem } from "./workload/writable-root-filesystem.ts";

/** Every danger that is looked for. docs/risk.md has the same as a table; a new detector gets its place here. */
export const detectors: readonly Detector[] = [
  // What pods may do.
  privilegedContainer,
  hostNamespaces,
  hostPath,
  runtimeSocket,
  dangerousCapabilities,
  unconfined,
  runAsRoot,
  privilegeEscalation,
  writableRootFilesystem,
  noLimits,
  mutableImage,
  defaultToken,
  secretInPlainText,
  // Who may do what.
  wildcardRbac,
  clusterAdminBinding,
  anonymousBinding,
  rbacEscalation,
  secretAccess,
  impersonation,
  iamWildcard,
  publicPrincipal,
  googleBroadRole,
  googlePublicMember,
  azureBroadRole,
  // Who comes in.
  publicLoadBalancer,
  openNetworkPolicy,
  openIngress,
  openFirewall,
  publicBucket,
  publicDatabase,
  publicClusterEndpoint,
  unencryptedStorage,
  // What goes, and does not come back.
  namespaceDeletion,
  claimDeletion,
  volumeDeletion,
  definitionDeletion,
  statefulDeletion,
  secretDeletion,
  massDeletion,
  forcedDeletion,
  finalizerRemoval,
  scaleToZero,
  nodeDrain,
  releaseRemoval,
  gitopsDeletion,
  dataDestruction,
  deletionProtectionOff,
  backupsOff,
  databaseDestruction,
  wipe,
  // What kept an eye on things.
  networkPolicyRemoval,
  disruptionBudgetRemoval,
  admissionRemoval,
  webhookIgnoresFailure,
  podSecurityLoosened,
  quotaRemoval,
  systemNamespace,
  systemAccess,
  openTunnel,
  tlsVerificationOff,
  secretReading,
  auditOff,
  recorderTampering,
  remoteScript,
  terraformAutoApprove,
  terraformTarget,
  terraformState,
  // What containers may do without a cluster.
  dockerPrivileged,
  dockerHostNamespaces,
  dockerRuntimeSocket,
  dockerHostPath,
  dockerDangerousCapabilities,
  dockerVolumeRemoval,
];
