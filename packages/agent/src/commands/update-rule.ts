import type { KeyObject } from 'node:crypto'
import type { Readout } from './allow-file.ts'
import { publicKeyOf } from './signature.ts'
import type { UpdateChoice } from './update-choice.ts'

/** Rule for updates by the server. */
export type UpdateRule = {
  /** Reason against updates, and how to allow them; null if they are allowed. */
  refusal: string | null
  /** The machine chose to take none: nothing is wrong. */
  isOff: boolean
  /** Public key that must have signed a program; null if none is needed. */
  key: KeyObject | null
  /** True without any choice of updates: the agent then takes them, as earlier versions did. */
  isDefault: boolean
}

type Facts = {
  server: URL
  allowFile: string
  /** The owner's file, which overrides the command line. */
  allowReadout: Readout
  /** Choice on the command line. */
  update: UpdateChoice | null
  /** True if the agent runs as the service that `--install` made. */
  isService: boolean
}

/**
 * Rule for updates by the machine's choice. Without one a service refuses them; another agent still takes them, as
 * earlier versions did.
 */
export function updateRuleOf({ server, allowFile, allowReadout, update, isService }: Facts): UpdateRule {
  const { mode, key: text } = allowReadout.allowed?.update ??
    update ?? { mode: isService ? 'never' : null, key: undefined }
  const how = `To allow it, the owner of the machine writes "update": "signed" and an "updateKey", or "update": true, into ${allowFile} and restarts the agent.`
  const refusalRule = (refusal: string, isOff = false): UpdateRule => ({ refusal, isOff, key: null, isDefault: false })

  if (allowReadout.problem) return refusalRule(`${allowReadout.problem}. Until that is mended, nothing is allowed.`)
  if (mode === 'never') return refusalRule(`This machine takes no updates from its server. ${how}`, true)
  const key = mode === 'signed' ? publicKeyOf(text ?? '') : null
  if (mode === 'signed' && !key)
    return refusalRule('This machine wants signed updates, but has no key to check them with.')
  if (!key && !isPrivate(server)) {
    return refusalRule(
      'Over plain http anybody on the way could send a program. Use https, or signed updates: docs/agents.md',
    )
  }
  return { refusal: null, isOff: false, key, isDefault: mode === null }
}

/** True if nobody else can answer in the server's name: TLS, or no network in between. */
export function isPrivate({ protocol, hostname }: URL): boolean {
  // `URL` has normalised a numeric address: `127.1` has become `127.0.0.1`.
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  return protocol === 'https:' || isLoopback
}

const OFF = 'Updates by the server are off, as this machine chose (docs/agents.md says how to change that)'
const NO_CHOICE =
  'The server may replace this program, since nobody has said otherwise. Version 0.2 will refuse that: start it with ' +
  '--update=never, =signed or =always, or write "update" into allow.json (docs/agents.md).'

/** Log lines about the owner's file and about updates. */
export function updateLogLines({ problem }: Readout, { refusal, isOff, isDefault }: UpdateRule): string[] {
  if (problem) return [problem]
  if (isOff) return [OFF]
  if (refusal) return [`No updates by the server. ${refusal}`]
  return isDefault ? [NO_CHOICE] : []
}
