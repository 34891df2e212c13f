/** What a program's own options and words mean. Options with telling names (`--password`) need no line here. */
export interface Program {
  readonly name: RegExp;
  /** Holds only where the words that are no options begin like this. */
  readonly when?: RegExp;
  /** Options whose value is a secret, in a word of its own or in the same one. */
  readonly options?: readonly string[];
  readonly attached?: readonly string[];
  /** Options whose value is `user:password`. */
  readonly userOptions?: readonly string[];
  /** Of `name=value` every value is a secret, in words or after these options. */
  readonly pairs?: "words" | readonly string[];
  /** Options whose value is a patch of a Secret. */
  readonly patches?: readonly string[];
  /** Which of the words that are no options are secrets. */
  readonly words?: readonly number[];
}

const kubectl = /^(?:kubectl|oc|kubecolor|k)$/;
const secretKind = /^(?:patch|edit|annotate|apply) (?:secrets?(?:\.v1)?)(?:\/| |$)/;

export const programs: readonly Program[] = [
  { name: kubectl, when: /^create secrets? /, pairs: ["--from-literal"] },
  { name: kubectl, when: /^set data secrets?[/ ]/, pairs: "words" },
  { name: kubectl, when: secretKind, patches: ["-p", "--patch", "--overrides"] },
  { name: /^(?:mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump|mariadb-admin)$/, attached: ["-p"] },
  { name: /^(?:mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|mongostat)$/, options: ["-p"] },
  {
    name: /^(?:docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|regctl|oc|az|cf)$/,
    when: /\blogin\b/,
    options: ["-p"],
    attached: ["-p"],
  },
  { name: /^sshpass$/, options: ["-p"], attached: ["-p"] },
  { name: /^redis-cli$/, options: ["-a"] },
  { name: /^redis-cli$/, when: /^auth /i, words: [-1] },
  { name: /^ldap\w+$/, options: ["-w"] },
  { name: /^(?:sqlcmd|bcp)$/, options: ["-P"], attached: ["-P"] },
  { name: /^(?:zip|unzip|mosquitto_pub|mosquitto_sub)$/, options: ["-P"] },
  { name: /^(?:7z|7za|7zz|rar|unrar)$/, attached: ["-p"] },
  { name: /^(?:rabbitmqadmin|cqlsh)$/, options: ["-p"] },
  { name: /^influx$/, options: ["-t"] },
  { name: /^(?:curl|curlie)$/, userOptions: ["-u", "--user", "-U", "--proxy-user"] },
  { name: /^(?:http|https|xh|xhs)$/, userOptions: ["-a", "--auth"] },
  { name: /^(?:etcdctl|smbclient|rpcclient|net)$/, userOptions: ["--user", "-U"] },
  { name: /^openssl$/, options: ["-pass", "-passin", "-passout", "-k", "-K"] },
  { name: /^openssl$/, when: /^passwd /, words: [-1] },
  { name: /^(?:keytool|jarsigner)$/, options: ["-storepass", "-keypass", "-srcstorepass", "-deststorepass"] },
  { name: /^gpg2?$/, options: ["--passphrase"] },
  { name: /^aws$/, when: /^secretsmanager /, options: ["--secret-string", "--secret-binary"] },
  { name: /^aws$/, when: /^ssm put-parameter/, options: ["--value"] },
  { name: /^az$/, when: /^keyvault secret set/, options: ["--value"] },
  { name: /^gh$/, when: /^secret set/, options: ["-b", "--body"] },
  { name: /^vault$/, when: /^kv (?:put|patch) /, pairs: "words" },
  { name: /^vault$/, when: /^login /, words: [1] },
  { name: /^(?:fly|flyctl|doppler)$/, when: /^secrets set/, pairs: "words" },
  { name: /^pulumi$/, when: /^config set /, words: [3] },
  { name: /^mc$/, when: /^alias set /, words: [4, 5] },
  { name: /^htpasswd$/, when: /^\S+ \S+ \S+/, words: [-1] },
  { name: /^rabbitmqctl$/, when: /^(?:add_user|change_password) /, words: [2] },
  { name: /^grafana(?:-cli)?$/, when: /reset-admin-password /, words: [-1] },
  { name: /^(?:etcdctl|consul)$/, when: /^(?:put|kv put) \S*(?:pass|secret|token|cred)\S* /i, words: [-1] },
];

/** Reads a secret from its input: what is fed to it is one. */
export const readsSecret =
  /--(?:password|token|key|secret)-stdin|--with-token|--stdin\b|\bchpasswd\b|\bpasswd\b|\bkubeseal\b|\bbase64\b(?!.*\s(?:-d|--decode|-D)\b)|\bsecrets? (?:create|set|put|add|versions add)\b|\bcreate secret\b|\bvault (?:login|write|kv put)\b|\bsudo\b.* -S\b|--data-file=-/;

/** Options whose value is a user and a password anywhere, but for those that run containers under a user and a group. */
export const runsAsUser =
  /^(?:docker|podman|nerdctl|buildah|chroot|setpriv|install|chown|sudo|su|runuser|ps|journalctl|systemctl)$/;
