import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const SERVICE = 'atalaya-agent'
const PROGRAM = `/usr/local/lib/${SERVICE}/agent.mjs`
const TOKEN = `/etc/${SERVICE}/token`
const UNIT = `/etc/systemd/system/${SERVICE}.service`
/** Where the service may write: it runs from a copy there, which the command `update` replaces. */
const STATE = `/var/lib/${SERVICE}`
const ALLOW = `/etc/${SERVICE}/allow.json`

const SYSTEMCTL = [['daemon-reload'], ['enable', SERVICE], ['restart', SERVICE]]

type Setup = {
  server: URL
  token: string
  /** Folder that stands for `/`; anything else than that is only written to. */
  root: string
  /** The file that this agent runs from, and the Node that runs it. */
  file: string
  node: string
  say(line: string): void
  /** Whether the person at the keyboard agrees. */
  ask(question: string): Promise<boolean>
}

/** Can't be installed; the message is one line that says what to do. */
export class InstallError extends Error {}

/**
 * Makes this agent a service of systemd, after showing what it is about to write. Answers whether it did.
 * @throws InstallError where this machine or this user can't.
 */
export async function install({ server, token, root, file, node, say, ask }: Setup): Promise<boolean> {
  const isReal = root === '/'
  if (isReal) checkMachine()
  const program = readFileSync(file)
  const unit = unitFor(server, node)
  const at = (name: string) => path.join(root, name)
  const files = [`  ${at(PROGRAM)}   this program`, `  ${at(TOKEN)}   the token, readable by root alone`]
  say(['This writes', ...files, `  ${at(UNIT)}\n`, unit].join('\n'))
  if (isReal) say(`and runs\n${SYSTEMCTL.map((args) => `  systemctl ${args.join(' ')}`).join('\n')}\n`)
  if (!(await ask('Go on? [y/N] '))) return false

  write(at(TOKEN), `${token}\n`, 0o600)
  write(at(UNIT), unit, 0o644)
  write(at(PROGRAM), program, 0o755)
  if (isReal) for (const args of SYSTEMCTL) runSystemctl(args)
  return true
}

function checkMachine(): void {
  if (!existsSync('/run/systemd/system')) {
    throw new InstallError('This machine does not run systemd: start the agent in whatever way it starts services')
  }
  if (process.getuid?.() !== 0) throw new InstallError('Only root can install a service: begin the line with sudo')
}

function write(file: string, content: string | Uint8Array, mode: number): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 })
  // Nobody may read a token in the moment before the mode of an older file changes.
  rmSync(file, { force: true })
  writeFileSync(file, content, { mode: 0o600 })
  chmodSync(file, mode)
}

function runSystemctl(args: string[]): void {
  const { status } = spawnSync('systemctl', args, { stdio: 'inherit' })
  if (status !== 0) throw new InstallError(`systemctl ${args.join(' ')} failed`)
}

/** `%` begins a word of systemd's own, and a space ends an argument. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

/** A user of its own without any right, and nothing to write to but its state. */
function unitFor(server: URL, node: string): string {
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
ExecStart=${quoted(node)} ${STATE}/agent.mjs --server ${quoted(server.href)}
Restart=always
RestartSec=5
# The token was taken back: only a person can help.
RestartPreventExitStatus=78

# What ${ALLOW} allows still needs the rights of this user: polkit rules, for services and reboots.
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
