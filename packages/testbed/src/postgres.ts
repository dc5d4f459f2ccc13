import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { missingProgramError } from './programs.ts'

/**
 * A throwaway PostgreSQL server: `url` names its maintenance database, `stop` ends it and removes its files. `kill`
 * ends all of its processes as `kill -9` does. `revive` starts it again on the same port, with the data on its disk.
 */
export type Postgres = {
  url: string
  pid: () => number | undefined
  stop: () => Promise<void>
  kill: () => Promise<void>
  revive: () => Promise<void>
}
type Settings = Record<string, string | number>

const DEBIAN = '/usr/lib/postgresql'
const ATTEMPTS = 3
const READY = 'database system is ready to accept connections'
/** Fast settings for tests that never crash it: nothing survives a crash. */
const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** The folder of PostgreSQL's programs: Debian's newest, or one on PATH; undefined if there is none. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')))
}

/** PostgreSQL refuses to run as root, and must not outlive us, even when we are killed. */
function wrapCommand(program: string, args: string[]): [string, string[]] {
  if (process.platform !== 'linux') return [program, args]
  const user = process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : []
  return ['setpriv', [...user, '--pdeathsig=KILL', program, ...args]]
}

async function serve(programs: string, folder: string, port: number, overrides: Settings): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 300,
    ...overrides,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args] = wrapCommand(path.join(programs, 'postgres'), ['-D', path.join(folder, 'data'), ...options])
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate process group: all of it can be killed at once.
    detached: true,
  })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      log += log.includes(READY) ? '' : chunk
      if (log.includes(READY)) resolve()
    })
  })
  return child
}

async function serveOnFreePort(
  programs: string,
  folder: string,
  overrides: Settings,
  attempt = 1,
): Promise<[ChildProcess, number]> {
  const port = await freePort()
  try {
    return [await serve(programs, folder, port, overrides), port]
  } catch (error) {
    // Somebody else may have taken the port between the two steps.
    if (attempt === ATTEMPTS) throw error
    return serveOnFreePort(programs, folder, overrides, attempt + 1)
  }
}

/**
 * Starts a PostgreSQL server of its own in a temporary folder, on a free port of the loopback address.
 * Its data are not safe unless `overrides` make them so: for tests only.
 */
export async function startPostgres(overrides: Settings = CARELESS): Promise<Postgres> {
  const programs = postgresPrograms()
  if (!programs) throw missingProgramError('PostgreSQL', 'postgresql')
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-postgres-'))
  chmodSync(folder, 0o700)
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres:postgres', folder])
  const files = ['-D', path.join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
  const [initdb, args] = wrapCommand(path.join(programs, 'initdb'), [...files, '--no-sync'])
  execFileSync(initdb, args, { cwd: folder, stdio: 'pipe' })
  let [child, port] = await serveOnFreePort(programs, folder, overrides)
  const end = async (signal: (pid: number) => void) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    const ended = once(child, 'exit')
    signal(child.pid)
    await ended
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: () => child.pid,
    async stop() {
      await end((pid) => process.kill(pid, 'SIGQUIT'))
      rmSync(folder, { recursive: true, force: true })
    },
    kill: () => end((pid) => process.kill(-pid, 'SIGKILL')),
    async revive() {
      child = await serve(programs, folder, port, overrides)
    },
  }
}

/** Makes an empty database on the server at `url` and returns its own address. */
export async function createDatabase(url: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
