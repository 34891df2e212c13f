import { fileURLToPath } from "node:url";

const user = "airworthy-recorder";

/** A service that can do nothing but listen, write its log and answer. The comments say how to install it. */
export function systemdUnit(): string {
  const launcher = fileURLToPath(new URL("../../../bin/airworthy.cjs", import.meta.url));
  return `# useradd --system --home-dir /var/lib/${user} --shell /usr/sbin/nologin ${user}
# install -m 644 airworthy-recorder.service /etc/systemd/system/
# systemctl daemon-reload && systemctl enable --now airworthy-recorder
# The program and its directories must belong to root: whoever can change them can read the key.
[Unit]
Description=Airworthy recorder: evidence of what agents do, out of their reach

[Service]
User=${user}
Group=${user}
ExecStart=${process.execPath} ${launcher} recorder --log /var/lib/${user}/evidence --keys /var/lib/${user}/keys
Restart=on-failure
# It answers what it has begun to answer and writes down that it stopped.
KillSignal=SIGTERM
TimeoutStopSec=30
StateDirectory=${user}
StateDirectoryMode=0700
CacheDirectory=${user}
CacheDirectoryMode=0700
Environment=XDG_CACHE_HOME=/var/cache/${user}
RuntimeDirectory=airworthy
RuntimeDirectoryMode=0755
UMask=0077
LimitCORE=0
NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateNetwork=yes
RestrictAddressFamilies=AF_UNIX
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
`;
}
