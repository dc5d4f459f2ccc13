import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { capture } from '../lib/run.ts'
import { root } from '../lib/workspaces.ts'

const home = path.join(root, 'node_modules/.cache/synapse')
const settings = [
  'APT::Install-Recommends "false"',
  'APT::Sandbox::User "root"',
  'Acquire::Check-Valid-Until "false"',
  'Acquire::Check-Date "false"',
]

/** Makes, once, a small Debian sid with the Matrix homeserver Synapse, which Debian stable lacks. */
export async function ensureSynapse(): Promise<void> {
  if (existsSync(home)) return
  console.log('Fetching Synapse into a Debian of its own, which takes some minutes …')
  const draft = `${home}.${process.pid}`
  await mkdir(path.dirname(home), { recursive: true })
  const options = settings.map((line) => `--aptopt=${line}`)
  const system = ['--variant=apt', '--mode=root', '--include=matrix-synapse,ca-certificates']
  const keys = '--keyring=/usr/share/keyrings/debian-archive-keyring.gpg'
  const { code, output } = await capture('mmdebstrap', [...system, ...options, keys, 'sid', draft], { cwd: '/' })
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true })
    throw new Error(`Synapse could not be fetched.\n${output.trim().split('\n').slice(-5).join('\n')}`)
  }
  await rename(draft, home)
}
