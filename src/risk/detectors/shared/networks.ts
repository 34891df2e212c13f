/**
 * Everybody, however it is written. A prefix shorter than that of any private network is as good as all: two halves of
 * the world are the world.
 */
export function isWorld(range: unknown): boolean {
  if (typeof range !== "string") return false;
  const text = range.trim().toLowerCase();
  if (text === "*" || text === "internet" || text === "any") return true;
  const [, address = "", prefix] = /^([0-9a-f.:]+)\/(\d+)$/.exec(text) ?? [];
  return prefix !== undefined && Number(prefix) < (address.includes(":") ? 4 : 8);
}

/** Ports behind which nobody expects the whole world: remote shells, databases, control planes, caches. */
const sensitive: ReadonlyMap<number, string> = new Map([
  [22, "SSH"],
  [23, "Telnet"],
  [445, "SMB"],
  [1433, "SQL Server"],
  [1521, "Oracle"],
  [2049, "NFS"],
  [2375, "Docker"],
  [2376, "Docker"],
  [2379, "etcd"],
  [2380, "etcd"],
  [3306, "MySQL"],
  [3389, "RDP"],
  [5432, "PostgreSQL"],
  [5601, "Kibana"],
  [5672, "RabbitMQ"],
  [5900, "VNC"],
  [5984, "CouchDB"],
  [5985, "WinRM"],
  [5986, "WinRM"],
  [6379, "Redis"],
  [6443, "the Kubernetes API"],
  [7000, "Cassandra"],
  [8500, "Consul"],
  [9042, "Cassandra"],
  [9092, "Kafka"],
  [9200, "Elasticsearch"],
  [9300, "Elasticsearch"],
  [10250, "the kubelet"],
  [11211, "Memcached"],
  [15672, "RabbitMQ"],
  [27017, "MongoDB"],
  [27018, "MongoDB"],
]);

/** More ports than this at once is as good as all of them. */
const wide = 1000;

/** What a range of ports opens that should not be open to everybody, in words; undefined for harmless ports. */
export function dangerOf(from: number, to: number): string | undefined {
  if (to - from >= wide) return from <= 0 && to >= 65535 ? "every port" : `ports ${from} to ${to}`;
  for (const [port, service] of sensitive) if (port >= from && port <= to) return `port ${port} (${service})`;
  return undefined;
}
