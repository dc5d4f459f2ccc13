import { ALLOW_FILE } from './commands/allow-file.ts'

export const SERVICE = 'atalaya-agent'
export const PROGRAM = `/usr/local/lib/${SERVICE}/agent.mjs`
export const TOKEN = `/etc/${SERVICE}/token`
export const UNIT = `/etc/systemd/system/${SERVICE}.service`
/** Folder that the service may write to. It runs from a copy there, which the command `update` replaces. */
const STATE = `/var/lib/${SERVICE}`

/** Quotes an argument: `%` begins a specifier of systemd, and a space ends an argument. */
export const quote = (text: string) =>
  `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

/** Unit of systemd: a separate user without rights, which can write only its state. */
export function unitFor(server: URL, node: string): string {
  return `[Unit]
Description=Atalaya agent
After=network-online.target
Wants=network-online.target

[Service]
DynamicUser=yes
StateDirectory=${SERVICE}
StateDirectoryMode=0700
LoadCredential=token:${TOKEN}
ExecStartPre=/bin/cp --update ${PROGRAM} ${STATE}/agent.mjs
ExecStart=${quote(node)} ${STATE}/agent.mjs --server ${quote(server.href)}
Restart=always
RestartSec=5
# The token was taken back: only a person can help.
RestartPreventExitStatus=78

# What ${ALLOW_FILE} allows still needs the rights of this user: polkit rules, for services and reboots.
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
CapabilityBoundingSet=
MemoryHigh=150M

[Install]
WantedBy=multi-user.target
`
}
