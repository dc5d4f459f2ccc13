import { publicKeyOf, signedAtOf } from './commands/signature.ts'
import { UPDATE_MODES, type UpdateChoice } from './commands/update-choice.ts'
import { isPrivate } from './commands/update-rule.ts'
import { InstallError } from './install-error.ts'

const QUESTION = `May the server replace this program on an update command?
  never    no: run this line again with a newer file instead
  signed   only by a file that is signed with your key (npm run agent:sign), which the server need not have
  always   yes: everybody who controls the server can then run any program here
Updates by the server [never]: `

/** Asks for this machine's choice of updates; `never` without a terminal or an answer. */
export async function chooseUpdate(ask: ((question: string) => Promise<string>) | null): Promise<UpdateChoice> {
  if (!ask) return { mode: 'never' }
  const answer = (await ask(QUESTION)).trim().toLowerCase() || 'never'
  const mode = UPDATE_MODES.find((choice) => choice === answer)
  if (!mode) throw new InstallError(`Answer never, signed or always, not ${answer}`)
  if (mode !== 'signed') return { mode }
  const key = (await ask('The public key that `npm run agent:sign` shows: ')).trim()
  if (!publicKeyOf(key)) throw new InstallError('That is not what `npm run agent:sign` shows as the public key')
  return { mode, key }
}

/** @throws InstallError if updates could not work with this choice. */
export function checkUpdate({ mode, key }: UpdateChoice, server: URL, program: Uint8Array): void {
  if (mode === 'always' && !isPrivate(server)) {
    throw new InstallError(
      'Over plain http anybody on the way could send a program: use https, --update=signed or =never',
    )
  }
  const publicKey = publicKeyOf(key ?? '')
  // Otherwise the first update could bring an older release than this one, and a wrong key would show only then.
  if (mode === 'signed' && !(publicKey && signedAtOf(program, publicKey))) {
    throw new InstallError('This program is not signed with that key: sign it first, with npm run agent:sign')
  }
}
