import "./open-firewall.cases.ts";
import "./open-ingress.cases.ts";
import "./open-network-policy.cases.ts";
import "./public-bucket.cases.ts";
import "./public-cluster-endpoint.cases.ts";
import "./public-database.cases.ts";
import "./public-load-balancer.cases.ts";
import "./unencrypted-storage.cases.ts";
