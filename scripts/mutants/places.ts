/**
 * Rules that matter: their files and their tests (beginnings of paths), and the project of Vitest that the tests are
 * in.
 */
type Place = { project: string; files: string[]; tests: string[] }

const at = (folder: string, starts: string[]) => starts.map((start) => `${folder}/${start}`)

const server = (files: string[], tests: string[], project = 'server-sqlite'): Place => ({
  project,
  files: at('apps/server/src', files),
  tests: at('apps/server/test', tests),
})
const web = (files: string[]): Place => ({
  project: 'web',
  files: at('apps/web/src', files),
  tests: ['apps/web/src/'],
})
const shared = (name: string): Place => ({
  project: 'unit',
  files: [`packages/${name}/src/`],
  tests: [`packages/${name}/`],
})

const PLACES: Record<string, Place> = {
  sessions: server(['sessions/'], ['auth/', 'sessions/']),
  'sign-in': server(['auth/'], ['auth/', 'sessions/']),
  users: server(['users/'], ['users/', 'auth/']),
  limits: server(['limits/'], ['limits/', 'auth/']),
  access: server(['http/access', 'http/reach', 'http/origins', 'http/address'], ['http/']),
  agents: server(['agents/'], ['agents/', 'lists/', 'gateway/', 'http/']),
  commands: server(['commands/'], ['commands/', 'gateway/']),
  gateway: server(['gateway/'], ['gateway/', 'commands/']),
  telemetry: server(['telemetry/'], ['telemetry/', 'gateway/']),
  dashboard: server(['dashboard/'], ['dashboard/', 'lists/', 'operations/installation', 'widget-data/']),
  modules: server(['modules/'], ['modules/', 'widget-data/']),
  'widget-data': server(['widget-data/'], ['widget-data/', 'modules/']),
  alerts: server(['alerts/'], ['alerts/', 'notify/']),
  events: server(['events/'], ['events/', 'displays/']),
  audit: server(['audit/'], ['audit/', 'limits/']),
  backups: server(['backups/', 'db/backup/'], ['backups/', 'db/', 'maintenance/']),
  storage: server(['storage/', 'containment/'], ['storage/', 'containment/', 'faults/storage', 'operations/']),
  net: server(['net/'], ['net/', 'widget-data/', 'modules/']),
  secrets: server(['secrets/'], ['secrets/', 'storage/key', 'integrations/', 'factors/', 'notify/']),
  // Locks between instances, which SQLite does without.
  instances: server(
    ['commands/commands.repo', 'gateway/instances', 'gateway/presence', 'db/exclusive-jobs', 'users/user-changes'],
    ['commands/', 'gateway/', 'users/last-admin', 'backups/'],
    'server-postgres',
  ),
  agent: shared('agent'),
  'agent and server': {
    project: 'server-sqlite',
    files: at('packages/agent/src', ['commands/update', 'install-update', 'connection/', 'reporter', 'sender']),
    tests: at('apps/server/test', ['commands/update', 'commands/reference-agent', 'faults/agent-disk']),
  },
  contract: shared('contract'),
  charts: shared('charts'),
  web: web([
    ...['lib/session/session', 'lib/session/refresh', 'lib/live/', 'lib/calls/read-again', 'app/live-events'],
    ...['features/agents/agents-live', 'features/boards/slide-from'],
    // Rules of pages. Drawing and pointers are tested in the browser.
    ...at('features/boards/editor', ['announcements', 'board', 'edit-history', 'lift']),
    ...at('features/boards/pages', ['page-file', 'page-list']),
  ]),
  lists: web(['features/agents/list/', 'components/data-table/']),
  forms: web(['components/schema-form/', 'lib/form-values', 'lib/typed-fields', 'lib/use-form', 'lib/submit-once']),
  display: web(['app/display-screen/', 'features/boards/wall/display-rules', 'worker/']),
}

/** Places of one Vitest project; their mutants share one copy of the checkout. */
export type Group = { project: string; tests: string[]; places: { name: string; files: string[]; tests: string[] }[] }

/** The places with these names, or all. @throws Error for an unknown name. */
export function groupByProject(names: string[]): Group[] {
  const unknown = names.filter((name) => !(name in PLACES))
  if (unknown.length > 0) throw new Error(`No such place: ${unknown}. There are ${Object.keys(PLACES).join(', ')}.`)
  const groups = new Map<string, Group>()
  for (const [name, { project, tests, files }] of Object.entries(PLACES)) {
    if (names.length > 0 && !names.includes(name)) continue
    const group = groups.get(project) ?? { project, tests: [], places: [] }
    group.tests.push(...tests.filter((test) => !group.tests.includes(test)))
    group.places.push({ name, files, tests })
    groups.set(project, group)
  }
  return [...groups.values()]
}
