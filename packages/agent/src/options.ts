import { homedir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { agentToken } from '@atalaya/contract/agent-protocol'
import { ALLOW_FILE } from './commands/allow-file.ts'
import { publicKeyOf } from './commands/signature.ts'
import { UPDATE_MODES, type UpdateChoice } from './commands/update-choice.ts'

/** Settings of a running agent. */
export type Options = {
  server: URL
  token: string
  agentId: string
  /** Folder of state that must outlive a restart: unsent data and the journal of commands. */
  state: string
  /** The machine owner's file of allowed commands. */
  allowFile: string
  /** Choice on the command line about updates by the server. */
  update: UpdateChoice | null
  /** True if the agent runs as the service that `--install` made. */
  isService: boolean
}

/** Request on the command line. */
export type Request =
  | { kind: 'run'; options: Options }
  | { kind: 'install'; server: URL; token: string; root: string; mustAsk: boolean; update: UpdateChoice | null }
  | { kind: 'help' }
  | { kind: 'version' }

/** Invalid command line; the message is one line with the remedy. */
export class UsageError extends Error {}

export const HELP = `Atalaya agent: reports how this machine is doing and takes commands from its dashboard.

  node agent.mjs --server https://atalaya.example.org --token ag_…
  sudo node agent.mjs --install --server https://atalaya.example.org --token ag_…

  --server URL        Address of the server            (or ATALAYA_SERVER)
  --token TOKEN       The agent's token                (or ATALAYA_TOKEN)
  --token-file FILE   File that holds the token        (or ATALAYA_TOKEN_FILE)
  --state FOLDER      Where unsent data are kept       (or STATE_DIRECTORY; default: the user's state folder)
  --allow FILE        What the owner of this machine allows (default: /etc/atalaya-agent/allow.json, root's own)
  --update WORD       May the server replace this program? never: no (a service's default); signed: only by a file that
                      is signed with your key (npm run agent:sign); always: yes, and everybody who controls the server
                      can then run any program here. The "update" of the file above overrides this
    --update-key KEY  … the public key for signed
  --install           Make it a service of systemd: shows what it would write, and asks first
    --yes             … without asking
    --root FOLDER     … below this folder, starting nothing
  --help              This text
  --version           The version

Other users of this machine can see a token on the command line; a file or the environment hides it.
It needs no special rights, opens no port, and never runs a shell line that comes from the server.`

const TOKEN_SECRET_LENGTH = 43

const optionTypes = {
  server: { type: 'string' },
  token: { type: 'string' },
  'token-file': { type: 'string' },
  state: { type: 'string' },
  allow: { type: 'string' },
  update: { type: 'string' },
  'update-key': { type: 'string' },
  install: { type: 'boolean' },
  yes: { type: 'boolean' },
  root: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

type Environment = Record<string, string | undefined>

/**
 * Reads the command line and the environment; `readFile` fetches the token file.
 * @throws UsageError that says what is missing or wrong.
 */
export function readRequest(args: string[], environment: Environment, readFile: (file: string) => string): Request {
  const parsed = parse(args)
  const readToken = (file: string) => {
    try {
      return readFile(file)
    } catch (error) {
      throw new UsageError(`The token can't be read from ${file}: ${error instanceof Error ? error.message : error}`)
    }
  }
  if (parsed.help) return { kind: 'help' }
  if (parsed.version) return { kind: 'version' }
  const server = serverOf(parsed.server ?? environment.ATALAYA_SERVER)
  const file = parsed['token-file'] ?? environment.ATALAYA_TOKEN_FILE ?? credentialPath(environment)
  const token = tokenOf(parsed.token ?? environment.ATALAYA_TOKEN ?? (file && readToken(file)))
  const update = updateOf(parsed.update, parsed['update-key'])
  if (parsed.install) {
    return { kind: 'install', server, token, update, root: parsed.root ?? '/', mustAsk: !parsed.yes }
  }
  const agentId = token.slice(3, -TOKEN_SECRET_LENGTH - 1)
  const folder = parsed.state ?? environment.STATE_DIRECTORY ?? defaultState(environment)
  const allowFile = parsed.allow ?? ALLOW_FILE
  // Only a service gets its token this way.
  const isService = environment.CREDENTIALS_DIRECTORY !== undefined
  const options = { server, token, agentId, state: path.join(folder, agentId), allowFile, update, isService }
  return { kind: 'run', options }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: optionTypes, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The command line can not be read')
  }
}

function serverOf(text: string | undefined): URL {
  if (!text) throw new UsageError('--server is missing: the address of the server, such as https://atalaya.example.org')
  try {
    const url = new URL(text)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url
  } catch {
    // Reported below.
  }
  throw new UsageError(`--server must be an address such as https://atalaya.example.org, not ${text}`)
}

function tokenOf(text: string | undefined): string {
  if (!text) throw new UsageError('--token is missing: the page of the agent shows it once, and can make a new one')
  const token = text.trim()
  if (!agentToken.safeParse(token).success) throw new UsageError('--token is not the token of an agent (ag_…)')
  return token
}

function updateOf(text: string | undefined, key: string | undefined): UpdateChoice | null {
  const mode = UPDATE_MODES.find((choice) => choice === text)
  if (text !== undefined && !mode) throw new UsageError(`--update is never, signed or always, not ${text}`)
  if (mode === 'signed' && key === undefined) throw new UsageError('--update=signed needs a key: --update-key=…')
  if (mode !== 'signed' && key !== undefined) throw new UsageError('--update-key goes with --update=signed')
  if (key !== undefined && !publicKeyOf(key))
    throw new UsageError('--update-key is not what `npm run agent:sign` shows')
  return mode ? { mode, key } : null
}

/** Path of the token that the unit of `--install` loads: systemd puts its credentials there. */
function credentialPath({ CREDENTIALS_DIRECTORY }: Environment): string | undefined {
  return CREDENTIALS_DIRECTORY && path.join(CREDENTIALS_DIRECTORY, 'token')
}

function defaultState({ XDG_STATE_HOME, LOCALAPPDATA }: Environment): string {
  const base = XDG_STATE_HOME ?? LOCALAPPDATA ?? path.join(homedir(), '.local', 'state')
  return path.join(base, 'atalaya-agent')
}
