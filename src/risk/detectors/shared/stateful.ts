/** Kinds of operators that stand for a database, a queue or a store. Singular or plural, as a command may say either. */
const kinds = new RegExp(
  `^(${[
    "(acid)?postgres(ql|cluster)?",
    "cassandradatacenter",
    "clickhouseinstallation",
    "cockroach(db|cluster)",
    "(crdb|tidb|kafka|nats|etcd|mysql|mariadb|innodb|rabbitmq|redis|valkey|zookeeper|scylla|vitess|yb)cluster",
    "elasticsearch",
    "etcd",
    "influxdb",
    "kafka",
    "mariadb",
    "milvus",
    "minio",
    "mongodb(community)?",
    "opensearchcluster",
    "percona\\w+",
    "postgrescluster",
    "rabbitmqcluster",
    "redis(failover|replication|sentinel)?",
    "tenant",
    "vault",
  ].join("|")})e?s?$`,
  "i",
);

/** Whether objects of a kind keep something that a new one would not have. */
export function isStateful(kind: string, group: string): boolean {
  return kind === "StatefulSet" || kinds.test(kind) || (/^clusters?$/i.test(kind) && group.startsWith("postgresql."));
}

/** Whether a name, of a release or a chart, is that of software that keeps data. */
export function namesStore(name: string): boolean {
  return /(postgres|mysql|mariadb|percona|mongo|redis|valkey|kafka|zookeeper|rabbitmq|nats|cassandra|scylla|elastic|opensearch|clickhouse|influx|prometheus|loki|minio|ceph|rook|longhorn|vault|consul|etcd|database|\bdb\b|storage)/i.test(
    name,
  );
}
