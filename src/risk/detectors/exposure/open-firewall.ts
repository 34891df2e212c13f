import type { Fields } from "../../documents/json.ts";
import type { Detector, Finding } from "../../model.ts";
import { inCommands, optionOf, wordsOf } from "../shared/commands.ts";
import { dangerOf, isWorld } from "../shared/networks.ts";
import { inPlans } from "../shared/plans.ts";
import { partsOf, textsOf, wordOf } from "../shared/values.ts";

/** Who may come in where, whatever the cloud calls it. */
interface Rule {
  readonly sources: readonly unknown[];
  /** "22", "20-25", "*", or absent for all. */
  readonly ports: readonly string[];
  readonly protocol: string;
}

function judge(field: string, { sources, ports, protocol }: Rule): readonly Finding[] {
  if (!sources.some(isWorld) || /^(icmp|icmpv6|58|1|esp|ah)$/i.test(protocol)) return [];
  const all = /^(-1|all|\*|any)$/i.test(protocol) || ports.length === 0 || ports.includes("*");
  const dangers = all ? ["every port"] : ports.flatMap((range) => dangerOf(...boundsOf(range)) ?? []);
  const [danger] = dangers;
  if (danger === undefined) return [];
  return [{ field, because: `everybody reaches ${danger}`, level: danger === "every port" ? "critical" : "high" }];
}

function boundsOf(range: string): [number, number] {
  const [from = "", to = from] = range.split("-");
  return [Number(from), Number(to)];
}

const between = (from: unknown, to: unknown) => {
  const [first, last] = [wordOf(from), wordOf(to)];
  return first === "" || first === "-1" ? [] : [`${first}-${last === "" ? first : last}`];
};

/** A rule in Terraform's spelling for AWS, old or new. */
const amazonRule = (rule: Fields): Rule => ({
  sources: [...textsOf(rule.cidr_blocks), ...textsOf(rule.ipv6_cidr_blocks), rule.cidr_ipv4, rule.cidr_ipv6],
  ports: between(rule.from_port, rule.to_port),
  protocol: wordOf(rule.protocol ?? rule.ip_protocol ?? "-1"),
});

const amazon = [
  inPlans(["aws_security_group", "aws_default_security_group"], (after, { address }) =>
    partsOf(after.ingress).flatMap((rule, index) => judge(`${address}: ingress[${index}]`, amazonRule(rule))),
  ),
  inPlans(["aws_security_group_rule"], (after, { address }) =>
    after.type === "egress" ? [] : judge(address, amazonRule(after)),
  ),
  inPlans(["aws_vpc_security_group_ingress_rule"], (after, { address }) => judge(address, amazonRule(after))),
  inCommands(["aws"], /^ec2 authorize-security-group-ingress$/, (command) => {
    const field = wordsOf(command, "cidr", "port", "protocol", "ip-permissions");
    const many = optionOf(command, "ip-permissions");
    if (many !== undefined) return permissions(many).flatMap((rule) => judge(field, rule));
    const port = optionOf(command, "port");
    const rule = {
      sources: textsOf(optionOf(command, "cidr")),
      ports: textsOf(port),
      protocol: optionOf(command, "protocol") ?? "tcp",
    };
    return judge(field, rule);
  }),
];

/** JSON or the short form of the AWS command line: `IpProtocol=tcp,FromPort=22,ToPort=22,IpRanges=[{CidrIp=…}]`. */
function permissions(text: string): readonly Rule[] {
  const find = (name: string, part: string) =>
    new RegExp(`${name}"?\\s*[=:]\\s*"?([^,"\\s\\]}]+)`, "gi").exec(part)?.[1];
  return text.split(/(?=IpProtocol)/i).map((part) => ({
    sources: [...part.matchAll(/(?:[\d.]{7,15}|[\da-f:]{0,39}::[\da-f:]{0,39})\/\d{1,3}/gi)].map(([range]) => range),
    ports: between(find("FromPort", part), find("ToPort", part)),
    protocol: find("IpProtocol", part) ?? "tcp",
  }));
}

/** Google: "tcp:22", "tcp:8000-9000", "tcp", "all". */
function googleRule(allowed: string, sources: readonly string[]): Rule {
  const [protocol = "all", port] = allowed.split(":");
  return { sources, ports: textsOf(port), protocol };
}

const google = [
  inPlans(["google_compute_firewall"], (after, { address }) => {
    if (after.direction === "EGRESS" || after.disabled === true) return [];
    const narrowed = [after.source_tags, after.source_service_accounts].some((list) => textsOf(list).length > 0);
    const ranges = textsOf(after.source_ranges);
    const sources = ranges.length > 0 || narrowed ? ranges : ["0.0.0.0/0"];
    return partsOf(after.allow).flatMap((rule, index) =>
      judge(`${address}: allow[${index}]`, { sources, ports: textsOf(rule.ports), protocol: wordOf(rule.protocol) }),
    );
  }),
  inCommands(["gcloud"], /^compute firewall-rules (create|update)$/, (command) => {
    if (/egress|out/i.test(optionOf(command, "direction") ?? "")) return [];
    const narrowed = command.flags.has("source-tags") || command.flags.has("source-service-accounts");
    const said = optionOf(command, "source-ranges")?.split(",");
    const sources = said ?? (narrowed || command.operation.endsWith("update") ? [] : ["0.0.0.0/0"]);
    const allowed = optionOf(command, "allow") ?? optionOf(command, "rules") ?? "";
    const field = wordsOf(command, "allow", "rules", "source-ranges");
    return allowed
      .split(",")
      .filter(Boolean)
      .flatMap((rule) => judge(field, googleRule(rule, sources)));
  }),
];

const azureRule = (rule: Fields): Rule => ({
  sources: [rule.source_address_prefix, ...textsOf(rule.source_address_prefixes)],
  ports: [...textsOf(rule.destination_port_range), ...textsOf(rule.destination_port_ranges)],
  protocol: wordOf(rule.protocol ?? "*").replace("*", "tcp"),
});
const letsIn = (rule: Fields) => /^inbound$/i.test(wordOf(rule.direction)) && /^allow$/i.test(wordOf(rule.access));

const azure = [
  inPlans(["azurerm_network_security_rule"], (after, { address }) =>
    letsIn(after) ? judge(address, azureRule(after)) : [],
  ),
  inPlans(["azurerm_network_security_group"], (after, { address }) =>
    partsOf(after.security_rule).flatMap((rule, index) =>
      letsIn(rule) ? judge(`${address}: security_rule[${index}]`, azureRule(rule)) : [],
    ),
  ),
  inCommands(["az"], /^network nsg rule (create|update)$/, (command) => {
    const words = (name: string) => (optionOf(command, name) ?? "").split(/[,\s]+/).filter(Boolean);
    if (/outbound/i.test(words("direction")[0] ?? "") || /deny/i.test(words("access")[0] ?? "")) return [];
    const created = command.operation.endsWith("create");
    const sources = [...words("source-address-prefixes"), ...words("source-address-prefix")];
    const ports = [...words("destination-port-ranges"), ...words("destination-port-range")];
    // Unsaid, everybody may come, to port 80.
    const rule = {
      sources: sources.length > 0 || !created ? sources : ["*"],
      ports: ports.length > 0 ? ports : ["80"],
      protocol: "tcp",
    };
    return judge(wordsOf(command, "source-address-prefixes", "destination-port-ranges"), rule);
  }),
];

export const openFirewall: Detector = {
  tag: "cloud.open-firewall",
  level: "high",
  summary:
    "a security group or firewall open to everybody on every port (critical) or on one of a database, shell or control plane",
  advice: "Name the addresses that need it, or reach it through a bastion or a private network.",
  detect: (operation) => [...amazon, ...google, ...azure].flatMap((detect) => detect(operation)),
};
