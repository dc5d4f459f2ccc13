import { existsSync, readFileSync } from 'node:fs'
import { postgresPrograms } from '@atalaya/testbed/postgres'
import { findProgram, missingProgramError } from '@atalaya/testbed/programs'
import { capture } from '../lib/run.ts'

const WHOLE_CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// The headless build needs a third less processor time for the same engine.
const CHROMIUM_NAMES = ['chromium-headless-shell', ...WHOLE_CHROMIUM]

/** The browser that the tests drive: CHROMIUM from the environment, or the one installed. */
export const findChromium = (): string | undefined => findBrowser(CHROMIUM_NAMES)

/** Full browser: the headless build lacks features, such as connections opened ahead. */
export const findWholeChromium = (): string | undefined => findBrowser(WHOLE_CHROMIUM)

function findBrowser(names: string[]): string | undefined {
  return process.env.CHROMIUM ?? names.map((name) => findProgram(name)).find((file) => file !== undefined)
}

/** @throws Error with the command that installs the missing browser */
export function requireBrowsers(): void {
  if (!findChromium()) throw missingProgramError('Chromium', 'chromium-headless-shell')
  if (!findWholeChromium()) throw missingProgramError('The whole Chromium', 'chromium')
}

type Program = { name: string; packages: string[]; find: () => unknown }

const prosody: Program = { name: 'prosody', packages: ['prosody'], find: () => findProgram('prosody') }

const programs: Program[] = [
  {
    name: 'Chromium',
    packages: ['chromium-headless-shell', 'fonts-liberation'],
    find: () => findBrowser(CHROMIUM_NAMES),
  },
  { name: 'the whole Chromium', packages: ['chromium'], find: findWholeChromium },
  { name: 'PostgreSQL', packages: ['postgresql'], find: postgresPrograms },
  { name: 'Python', packages: ['python3'], find: () => findProgram('python3') },
  { name: 'nats-server', packages: ['nats-server'], find: () => findProgram('nats-server') },
  prosody,
]

/** Programs that `npm run test:clock` needs, too. */
export const clockPrograms: Program[] = [
  ...programs,
  { name: 'faketime', packages: ['faketime'], find: () => findProgram('faketime') },
]

/** Programs that the long form of the fault tests needs, too. */
export const faultPrograms: Program[] = [
  ...programs,
  { name: 'HAProxy', packages: ['haproxy'], find: () => findProgram('haproxy') },
  { name: 'strace', packages: ['strace'], find: () => findProgram('strace') },
  { name: 'sqlmap', packages: ['sqlmap'], find: () => findProgram('sqlmap') },
  { name: 'wapiti', packages: ['wapiti'], find: () => findProgram('wapiti') },
]

/** Programs for the opt-in tests against real counterparts. */
export const realPrograms: Record<string, Program[]> = {
  openarena: [
    { name: 'OpenArena', packages: ['openarena-server'], find: () => findProgram('openarena-server', '/usr/games') },
  ],
  mpd: [
    { name: 'mpd', packages: ['mpd'], find: () => findProgram('mpd') },
    { name: 'mpc', packages: ['mpc'], find: () => findProgram('mpc') },
  ],
  xmpp: [prosody],
  matrix: [{ name: 'mmdebstrap', packages: ['mmdebstrap'], find: () => findProgram('mmdebstrap') }],
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

/** Installs the programs that the tests need from Debian's packages, or prints the command. */
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
  const stillMissing = missing.filter((program) => !program.find()).map((program) => program.name)
  if (stillMissing.length > 0) throw new Error(`${stillMissing.join(', ')} not found after: ${command}`)
}
