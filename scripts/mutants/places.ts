/** Rules that matter: their files and their tests (beginnings of paths), and the project of Vitest that the tests are in. */
type Rules = { project: string; files: string[]; tests: string[] }

const server = (files: string[], tests: string[]): Rules => ({
  project: 'server-sqlite',
  files: files.map((file) => `apps/server/src/${file}`),
  tests: tests.map((folder) => `apps/server/test/${folder}`),
})

const PLACES: Record<string, Rules> = {
  sessions: server(['sessions/'], ['auth/', 'sessions/']),
  'sign-in': server(['auth/'], ['auth/', 'sessions/']),
  users: server(['users/'], ['users/', 'auth/']),
  limits: server(['limits/'], ['limits/', 'auth/']),
  access: server(['http/access', 'http/reach', 'http/origins', 'http/address'], ['http/']),
  agents: server(['agents/'], ['agents/', 'lists/', 'gateway/', 'http/']),
  commands: server(['commands/'], ['commands/', 'gateway/']),
  telemetry: server(['telemetry/'], ['telemetry/', 'gateway/']),
  dashboard: server(['dashboard/'], ['dashboard/', 'lists/', 'operations/installation', 'widget-data/']),
  modules: server(['modules/'], ['modules/', 'widget-data/']),
  agent: {
    project: 'unit',
    files: ['commands/journal', 'commands/executor', 'commands/allow', 'commands/earlier-runs', 'disk/outbox'].map(
      (file) => `packages/agent/src/${file}`,
    ),
    tests: ['packages/agent/'],
  },
  web: {
    project: 'web',
    files: [
      ...[
        'lib/session/session',
        'lib/session/refresh',
        'lib/live/live-',
        'lib/live/event-stream',
        'lib/calls/read-again',
      ],
      ...['app/live-events', 'features/agents/agents-live', 'components/schema-form/'],
      // Rules of pages and the display. Drawing and pointers are tested in the browser.
      ...[
        ...['editor/announcements', 'editor/board', 'editor/edit-history', 'editor/lift'],
        ...['pages/page-file', 'pages/page-list', 'wall/display-rules', 'slide-from'],
      ].map((file) => `features/boards/${file}`),
    ].map((file) => `apps/web/src/${file}`),
    tests: ['apps/web/src/'],
  },
}

/** Places whose mutants go into one copy, because the same tests run on them. */
export type Group = { project: string; tests: string[]; places: { name: string; files: string[]; tests: string[] }[] }

/** The places with these names, or all. @throws Error for a name that is none. */
export function groupByTests(names: string[]): Group[] {
  const unknown = names.filter((name) => !(name in PLACES))
  if (unknown.length > 0) throw new Error(`No such place: ${unknown}. There are ${Object.keys(PLACES).join(', ')}.`)
  const groups = new Map<string, Group>()
  for (const [name, { project, tests, files }] of Object.entries(PLACES)) {
    if (names.length > 0 && !names.includes(name)) continue
    const group = groups.get(project) ?? { project, tests: [], places: [] }
    group.tests.push(...tests.filter((one) => !group.tests.includes(one)))
    group.places.push({ name, files, tests })
    groups.set(project, group)
  }
  return [...groups.values()]
}
