import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ALLOW_FILE, readAllowed, withUpdate } from './commands/allow-file.ts'
import type { UpdateChoice } from './commands/update-choice.ts'
import { InstallError } from './install-error.ts'
import { checkUpdate, chooseUpdate } from './install-update.ts'
import { PROGRAM, SERVICE, TOKEN, UNIT, unitFor } from './service-unit.ts'

const SYSTEMCTL = [['daemon-reload'], ['enable', SERVICE], ['restart', SERVICE]]

type Setup = {
  server: URL
  token: string
  /** Folder that stands for `/`. If it is another one, only files are written there and no service is started. */
  root: string
  /** Choice on the command line about updates by the server. */
  update: UpdateChoice | null
  /** The file that this agent runs from, and the Node that runs it. */
  file: string
  node: string
  print(line: string): void
  /** Asks the person at the keyboard; null if there is none. */
  ask: ((question: string) => Promise<string>) | null
  /** Asks the user to agree to the shown changes. */
  agree(question: string): Promise<boolean>
}

/**
 * Makes this agent a service of systemd, after showing its changes. True if it did.
 *
 * @throws InstallError if this machine or this user can't.
 */
export async function install({ server, token, root, update, file, node, print, ask, agree }: Setup): Promise<boolean> {
  const isReal = root === '/'
  if (isReal) checkMachine()
  const belowRoot = (name: string) => path.join(root, name)
  const program = readFileSync(file)
  const existing = readAllowed(belowRoot(ALLOW_FILE), process.getuid?.())
  if (existing.problem) throw new InstallError(`${existing.problem}. Mend it or take it away first`)
  const choice = update ?? existing.allowed?.update ?? (await chooseUpdate(ask))
  checkUpdate(choice, server, program)

  const unit = unitFor(server, node)
  print(`This writes
  ${belowRoot(PROGRAM)}   this program
  ${belowRoot(TOKEN)}   the token, readable by root alone
  ${belowRoot(ALLOW_FILE)}   what this machine allows; updates by the server: ${choice.mode}
  ${belowRoot(UNIT)}

${unit}`)
  if (isReal) print(`and runs\n${SYSTEMCTL.map((args) => `  systemctl ${args.join(' ')}`).join('\n')}\n`)
  if (!(await agree('Go on? [y/N] '))) return false

  write(belowRoot(TOKEN), `${token}\n`, 0o600)
  write(belowRoot(ALLOW_FILE), withUpdate(belowRoot(ALLOW_FILE), choice), 0o644)
  write(belowRoot(UNIT), unit, 0o644)
  write(belowRoot(PROGRAM), program, 0o755)
  if (isReal) for (const args of SYSTEMCTL) runSystemctl(args)
  return true
}

function checkMachine(): void {
  if (!existsSync('/run/systemd/system')) {
    throw new InstallError('This machine does not run systemd: start the agent as it starts other services')
  }
  if (process.getuid?.() !== 0) throw new InstallError('Only root can install a service: begin the line with sudo')
}

/** Replaces a file atomically. It has its mode from the start, so that nobody else can read a token in it. */
function write(file: string, content: string | Uint8Array, mode: number): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 })
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, content, { mode: 0o600, flag: 'wx' })
  chmodSync(`${file}.new`, mode)
  renameSync(`${file}.new`, file)
}

function runSystemctl(args: string[]): void {
  const { status } = spawnSync('systemctl', args, { stdio: 'inherit' })
  if (status !== 0) throw new InstallError(`systemctl ${args.join(' ')} failed`)
}
