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

export const places: Record<string, Place> = {
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
    'features/boards/',
  ),
}
