import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const PROGRAM = '/usr/bin/prosody'
const TRIES = 5
export const PASSWORD = 'quiet lantern on the hill'

/** farm.test is plain, as in somebody's own network; safe.test encrypts, with a certificate that nobody vouches for. */
const settings = (folder: string, port: number) => `
run_as_root = true
daemonize = false
pidfile = "${folder}/pid"
data_path = "${folder}/data"
log = { info = "*console" }
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
c2s_direct_tls_ports = {}
c2s_require_encryption = false
modules_enabled = { "roster", "saslauth", "tls", "disco", "carbons", "pep", "bookmarks", "blocklist", "mam", "ping" }
modules_disabled = { "s2s" }
authentication = "internal_plain"
storage = "internal"
default_archive_policy = true
VirtualHost "farm.test"
  modules_disabled = { "tls" }
VirtualHost "safe.test"
  ssl = { certificate = "${folder}/cert.pem", key = "${folder}/key.pem" }
Component "rooms.farm.test" "muc"
  muc_room_locking = false
  modules_enabled = { "muc_mam" }
`

/** Name of a folder, as prosody escapes it. */
const escapeName = (name: string) => name.replace(/[^a-z0-9]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

/** Starts prosody. Returns its log if that fails. */
async function serve(folder: string, port: number) {
  await writeFile(path.join(folder, 'prosody.cfg.lua'), settings(folder, port))
  const args = ['-F', '--config', path.join(folder, 'prosody.cfg.lua')]
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  const isUp = await new Promise<boolean>((resolve) => {
    child.once('exit', () => resolve(false))
    child.stdout.on('data', (chunk: Buffer) => {
      log += chunk
      if (log.includes(`Activated service 'c2s' on [127.0.0.1]:${port}`)) resolve(true)
      // Another program has taken the port meanwhile.
      if (log.includes(`Failed to open server port ${port}`)) resolve(false)
    })
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  if (isUp) return { stop }
  await stop()
  return log
}

/** A real XMPP server on a free port, with these accounts on both of its domains. */
export async function startProsody(accounts: string[]) {
  if (!existsSync(PROGRAM)) throw new Error('prosody is not installed; on Debian: apt-get install prosody')
  const folder = await mkdtemp(path.join(tmpdir(), 'atalaya-prosody-'))
  const subject = [
    '-subj',
    '/CN=safe.test',
    '-days',
    '2',
    '-nodes',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
  ]
  const files = ['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'cert.pem')]
  await run('openssl', ['req', '-x509', ...subject, ...files])
  for (const domain of ['farm.test', 'safe.test']) {
    const place = path.join(folder, 'data', escapeName(domain), 'accounts')
    await mkdir(place, { recursive: true })
    // Prosody keeps an account as a line of Lua.
    for (const name of accounts)
      await writeFile(path.join(place, `${name}.dat`), `return { ["password"] = "${PASSWORD}" };`)
  }
  let log = ''
  for (let n = 0; n < TRIES; n++) {
    const port = await freePort()
    let server = await serve(folder, port)
    if (typeof server === 'string') {
      log = server
      continue
    }
    const { stop } = server
    let end = stop
    return {
      address: `127.0.0.1:${port}`,
      kill: () => end(),
      async restart(): Promise<void> {
        await end()
        server = await serve(folder, port)
        if (typeof server === 'string') throw new Error(`prosody did not start again:\n${server}`)
        end = server.stop
      },
      async stop(): Promise<void> {
        await end()
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
  throw new Error(`prosody did not start:\n${log}`)
}
export type Prosody = Awaited<ReturnType<typeof startProsody>>
