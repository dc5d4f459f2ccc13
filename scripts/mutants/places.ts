/** Rules that matter: their files (beginnings of their paths), and the project of Vitest with the tests that reach them. */
export type Place = { project: string; files: string[]; tests: string[] }

const server = (...files: string[]): Place => ({
  project: 'server-sqlite',
  files: files.map((file) => `apps/server/src/${file}`),
  tests: ['apps/server/test/'],
})
const agent = (...files: string[]): Place => ({
  project: 'unit',
  files: files.map((file) => `packages/agent/src/${file}`),
  tests: ['packages/agent/'],
})
const web = (...files: string[]): Place => ({
  project: 'web',
  files: files.map((file) => `apps/web/src/${file}`),
  tests: ['apps/web/src/'],
})

const PLACES: Record<string, Place> = {
  sessions: server('sessions/'),
  'sign-in': server('auth/'),
  users: server('users/'),
  limits: server('limits/'),
  access: server('http/access', 'http/reach', 'http/origins', 'http/address'),
  agents: server('agents/'),
  commands: server('commands/'),
  telemetry: server('telemetry/'),
  dashboard: server('dashboard/'),
  modules: server('modules/'),
  agent: agent('commands/journal', 'commands/executor', 'commands/allow', 'commands/earlier-runs', 'disk/outbox'),
  web: web(
    'lib/session',
    'lib/refresh',
    'lib/live-stream',
    'lib/event-stream',
    'lib/live-position',
    'lib/read-again',
    'components/schema-form/',
    'features/boards/',
  ),
}

/** Places whose mutants go into one copy, because the same tests run on them. */
export type Group = { project: string; tests: string[]; places: { name: string; files: string[] }[] }

/** The places with these names, or all. @throws Error for a name that is none. */
export function groupByTests(names: string[]): Group[] {
  const unknown = names.filter((name) => !(name in PLACES))
  const all = Object.entries(PLACES)
  if (unknown.length > 0) throw new Error(`No such place: ${unknown}. There are ${Object.keys(PLACES).join(', ')}.`)
  const groups = new Map<string, Group>()
  for (const [name, { project, tests, files }] of all) {
    if (names.length > 0 && !names.includes(name)) continue
    const group = groups.get(project) ?? { project, tests, places: [] }
    group.places.push({ name, files })
    groups.set(project, group)
  }
  return [...groups.values()]
}
