// `npm run agent:sign`: signs the agent. Machines can then update from a server that they do not trust. Uses only the
// builtins of Node, so that it runs on an offline machine that holds the key.
import type { KeyObject } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { publicKeyText, signedAtOf, signProgram } from '../packages/agent/src/commands/signature.ts'
import { makeKey, readKey } from '../packages/module-cli/src/signing-key.ts'
import { root } from './lib/workspaces.ts'
import { runOrExplain } from './product/prepare.ts'

const BUILT = path.join(root, 'packages/agent/dist/agent.mjs')

const USAGE = `npm run agent:sign -- --new-key FILE       makes a key pair: the private key to FILE, which nobody else can read
npm run agent:sign -- --key FILE [AGENT]   signs the built agent, or the file AGENT, in place: overwrites it

Both show the public key, for: node agent.mjs --install --update=signed --update-key=…`

/** Signs a file in place. @throws Error if the file already has a signature of a later time. */
function signFile(file: string, { privateKey, publicKey }: ReturnType<typeof readKey>): KeyObject {
  const program = readFileSync(file)
  const before = signedAtOf(program, publicKey)
  if (before !== null && Date.parse(before) >= Date.now()) {
    throw new Error(`${file} was signed ${before}: the clock of this machine is behind`)
  }
  const fresh = `${file}.new`
  rmSync(fresh, { force: true })
  writeFileSync(fresh, signProgram(program, privateKey, Date.now()), { mode: statSync(file).mode, flag: 'wx' })
  renameSync(fresh, file)
  return publicKey
}

await runOrExplain(async () => {
  const options = { 'new-key': { type: 'string' }, key: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [file = BUILT] = positionals
  if (values['new-key'] !== undefined) console.log(`Public key: ${publicKeyText(makeKey(values['new-key']))}`)
  else if (values.key !== undefined)
    console.log(`${file} is signed. Public key: ${publicKeyText(signFile(file, readKey(values.key)))}`)
  else {
    console.log(USAGE)
    process.exitCode = 2
  }
})
