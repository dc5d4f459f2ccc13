import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { postgresPrograms } from '@atalaya/testbed/postgres'
import { capture } from '../lib/run.ts'

const WHOLE_CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// The headless build needs a third less processor time for the same engine.
const CHROMIUM_NAMES = ['chromium-headless-shell', ...WHOLE_CHROMIUM]

function onPath(name: string, ...further: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin', ...further]
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** The browser that the tests drive: CHROMIUM from the environment, or the one installed. */
export const findChromium = (): string | undefined => browserNamed(CHROMIUM_NAMES)

/** One with all that people's browsers have; the headless build opens no connections ahead, for one. */
export const findWholeChromium = (): string | undefined => browserNamed(WHOLE_CHROMIUM)

function browserNamed(names: string[]): string | undefined {
  return process.env.CHROMIUM ?? names.map((name) => onPath(name)).find((file) => file !== undefined)
}

type Program = { name: string; packages: string[]; find: () => unknown }

const programs: Program[] = [
  { name: 'Chromium', packages: ['chromium-headless-shell', 'fonts-liberation'], find: findChromium },
  { name: 'the whole Chromium', packages: ['chromium'], find: findWholeChromium },
  { name: 'PostgreSQL', packages: ['postgresql'], find: postgresPrograms },
  { name: 'Python', packages: ['python3'], find: () => onPath('python3') },
  { name: 'nats-server', packages: ['nats-server'], find: () => onPath('nats-server') },
]

/** Tests against these are left out where they can't be had. */
const optional: Program[] = [{ name: 'prosody', packages: ['prosody'], find: () => onPath('prosody') }]

/** What the long form of the fault tests needs beside them. */
export const faultPrograms: Program[] = [
  ...programs,
  { name: 'HAProxy', packages: ['haproxy'], find: () => onPath('haproxy') },
  { name: 'strace', packages: ['strace'], find: () => onPath('strace') },
  { name: 'sqlmap', packages: ['sqlmap'], find: () => onPath('sqlmap') },
  { name: 'wapiti', packages: ['wapiti'], find: () => onPath('wapiti') },
]

/** What the opt-in tests against real counterparts need. */
export const realPrograms: Record<string, Program[]> = {
  openarena: [
    { name: 'OpenArena', packages: ['openarena-server'], find: () => onPath('openarena-server', '/usr/games') },
  ],
  mpd: [
    { name: 'mpd', packages: ['mpd'], find: () => onPath('mpd') },
    { name: 'mpc', packages: ['mpc'], find: () => onPath('mpc') },
  ],
  xmpp: optional,
  matrix: [{ name: 'mmdebstrap', packages: ['mmdebstrap'], find: () => onPath('mmdebstrap') }],
}

function isDebian(): boolean {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(release, 'utf8'))
}

async function apt(args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { code, output } = await capture('apt-get', ['-o', 'DPkg::Lock::Timeout=550', ...args], { cwd: '/', env })
  if (code !== 0) throw new Error(`apt-get ${args[0]} failed.\n${output.trim()}`)
}

/** Installs the programs that the tests need from Debian's packages, or says how to. */
export async function ensurePrograms(wanted: Program[] = programs): Promise<void> {
  const missing = wanted.filter((program) => !program.find())
  if (missing.length === 0) return
  const names = missing.map((program) => program.name).join(', ')
  const packages = missing.flatMap((program) => program.packages)
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`
  if (!isDebian() || process.getuid?.() !== 0) {
    throw new Error(`The tests need ${names}. On Debian, as root: ${command}. CHROMIUM names another browser.`)
  }
  console.log(`Installing ${names} …`)
  await apt(['update'])
  await apt(['install', '-y', '--no-install-recommends', ...packages])
  const still = missing.filter((program) => !program.find()).map((program) => program.name)
  if (still.length > 0) throw new Error(`${still.join(', ')} not found after: ${command}`)
}

/** Installs what tests can do without, or says why they are left out. */
export async function ensureOptionalPrograms(): Promise<void> {
  for (const program of optional) {
    const why = await ensurePrograms([program]).catch((error: Error) => error.message)
    if (why) console.log(`Left out: the tests against ${program.name}. ${why}`)
  }
}
