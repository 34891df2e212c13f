import { detects } from "../testing/cases.ts";
import { plan, run } from "../testing/inputs.ts";
import { openFirewall } from "./open-firewall.ts";

const everybody = ["0.0.0.0/0"];
const group = (rule: object) =>
  plan({ type: "aws_security_group", after: { ingress: [{ protocol: "tcp", ...rule }] } });
const google = (after: object) => plan({ type: "google_compute_firewall", after: { direction: "INGRESS", ...after } });
const azure = (after: object) =>
  plan({
    type: "azurerm_network_security_rule",
    after: { direction: "Inbound", access: "Allow", protocol: "Tcp", ...after },
  });

detects(openFirewall, {
  finds: {
    "a rule by AWS's command": [
      run("aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 22 --cidr 0.0.0.0/0"),
      { field: "--cidr=0.0.0.0/0" },
    ],
    "several rules by AWS's command": run(
      "aws ec2 authorize-security-group-ingress --group-id sg-1 --ip-permissions 'IpProtocol=tcp,FromPort=5432,ToPort=5432,Ipv6Ranges=[{CidrIpv6=::/0}]'",
    ),
    "a rule by Google's command, where silence means everybody": run(
      "gcloud compute firewall-rules create x --allow=tcp:3306",
    ),
    "a rule by Azure's command": run(
      "az network nsg rule create -g g --nsg-name n -n r --priority 100 --source-address-prefixes '*' --destination-port-ranges 22",
    ),
    "SSH for everybody": [
      group({ from_port: 22, to_port: 22, cidr_blocks: everybody }),
      { level: "high", field: "ingress[0]" },
    ],
    "SSH for everybody by IPv6": group({ from_port: 22, to_port: 22, ipv6_cidr_blocks: ["::/0"] }),
    "a range with a database in it": group({ from_port: 5000, to_port: 5500, cidr_blocks: everybody }),
    "two halves of the world": group({ from_port: 22, to_port: 22, cidr_blocks: ["0.0.0.0/1", "128.0.0.0/1"] }),
    "every port": [group({ protocol: "-1", from_port: 0, to_port: 0, cidr_blocks: everybody }), { level: "critical" }],
    "a rule of its own": plan({
      type: "aws_security_group_rule",
      after: { type: "ingress", protocol: "tcp", from_port: 3306, to_port: 3306, cidr_blocks: everybody },
    }),
    "a rule of the newer kind": plan({
      type: "aws_vpc_security_group_ingress_rule",
      after: { ip_protocol: "tcp", from_port: 6379, to_port: 6379, cidr_ipv6: "::/0" },
    }),
    "Google's firewall": google({ source_ranges: everybody, allow: [{ protocol: "tcp", ports: ["22"] }] }),
    "Google's firewall, where silence means everybody": [
      google({ allow: [{ protocol: "all" }] }),
      { level: "critical" },
    ],
    "Azure's rule": azure({ source_address_prefix: "*", destination_port_range: "3389" }),
    "a rule within Azure's group": plan({
      type: "azurerm_network_security_group",
      after: {
        security_rule: [
          {
            direction: "Inbound",
            access: "Allow",
            source_address_prefix: "Internet",
            destination_port_ranges: ["80", "20-25"],
          },
        ],
      },
    }),
  },
  ignores: {
    "AWS's command for one network": run(
      "aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 22 --cidr 10.0.0.0/8",
    ),
    "AWS's command for a web server": run(
      "aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 443 --cidr 0.0.0.0/0",
    ),
    "Google's command for one network": run(
      "gcloud compute firewall-rules create x --allow=tcp:22 --source-ranges=10.0.0.0/8",
    ),
    "a web server": group({ from_port: 443, to_port: 443, cidr_blocks: everybody }),
    "SSH from one network": group({ from_port: 22, to_port: 22, cidr_blocks: ["10.0.0.0/8"] }),
    "SSH from another group": group({ from_port: 22, to_port: 22, security_groups: ["sg-1"] }),
    pings: group({ protocol: "icmp", from_port: -1, to_port: -1, cidr_blocks: everybody }),
    "the way out": plan({
      type: "aws_security_group_rule",
      after: { type: "egress", protocol: "-1", from_port: 0, to_port: 0, cidr_blocks: everybody },
    }),
    "a group that is destroyed": plan({
      type: "aws_security_group",
      before: { ingress: [{ protocol: "-1", from_port: 0, to_port: 0, cidr_blocks: everybody }] },
    }),
    "Google's firewall for tagged machines": google({
      source_tags: ["bastion"],
      allow: [{ protocol: "tcp", ports: ["22"] }],
    }),
    "Azure's denial": azure({ access: "Deny", source_address_prefix: "*", destination_port_range: "*" }),
  },
});
