/**
 * The one order of the folders, from the ground up: each may import those before it, types included. The check of
 * import directions (`.dependency-cruiser.mjs`) reads it, and `npm run gen` draws ARCHITECTURE.md from it.
 */

/** Folders that belong together, each with what is in it. */
export type Group = { name: string; about: string; folders: Record<string, string> }

/** Folders of `apps/server/src`; those without a folder of their name are files. */
export const serverGroups: Group[] = [
  {
    name: 'Ground',
    about: 'knows nothing of accounts, agents or boards',
    folders: {
      net: 'the guard before other servers',
      'config-oidc': 'settings of sign-in providers',
      config: 'settings of the server',
      domain: 'who acts, errors, pages of lists',
      containment: 'a fault ends one thing',
      db: 'schema, migrations, drivers, backups',
      http: 'mounting calls, access, errors',
      audit: 'who did what',
      events: 'bus, live events, signals',
      secrets: 'what is sealed at rest',
      storage: 'one server for a folder or database, the key, room on the disk',
      limits: 'how often, how many',
    },
  },
  {
    name: 'People',
    about: 'accounts, and the ways in',
    folders: {
      passwords: 'rules and hashes',
      sessions: 'sessions, their tokens, known devices',
      credentials: 'tokens for programs and displays',
      users: 'accounts',
      factors: 'passkeys, authenticator apps, recovery codes',
      auth: 'signing in, QR codes, the user’s own account',
      identities: 'sign-in by providers',
      themes: 'colours, checked for contrast',
      preferences: 'what people chose for themselves',
    },
  },
  {
    name: 'Fleet',
    about: 'agents and all that they send',
    folders: {
      agents: 'who they are, their lists',
      connections: 'who is connected here',
      commands: 'their way to agents and back',
      telemetry: 'samples in batches, rollups, ranges, retention',
      gateway: 'hello, presence, frames',
    },
  },
  {
    name: 'News',
    about: 'what the fleet means to people',
    folders: {
      alerts: 'rules, who judges them, incidents, silences',
      notify: 'recipients, times and channels of messages',
    },
  },
  {
    name: 'Boards',
    about: 'pages of widgets, and where they show',
    folders: {
      modules: 'catalogue, packages, the marketplace',
      dashboard: 'pages and widgets',
      integrations: 'accounts at other services',
      'widget-data': 'what the server fetches for widgets',
      displays: 'screens that show pages by themselves',
    },
  },
  {
    name: 'Operation',
    about: 'what runs the rest',
    folders: {
      client: 'the built client',
      operations: 'health, metrics, the legal pages',
      backups: 'on a schedule',
      maintenance: '`npm run admin`',
    },
  },
  {
    name: 'Top',
    about: 'puts the program together',
    folders: {
      compose: 'who gets what, a file a group',
      main: 'the server',
      maintain: 'maintenance from the command line',
    },
  },
]
export const server = serverGroups.flatMap(({ folders }) => Object.keys(folders))

/**
 * Files above a folder that it may import as a type alone. `compose/repos` has the type of all repositories, from which
 * slices pick those that they use (`named-repos.ts`). A copy of that type below would be a list to keep.
 */
export const serverExceptions = ['compose/repos']

/** Folders of `apps/web/src`. Each folder of `features` stands alone; shared code is in `components` or `lib`. */
export const webFolders = {
  lib: 'calls, session, live events, looks; no screens',
  components: 'parts of several screens',
  features: 'screens by subject; a feature never imports another',
  app: 'routes, frame, displays: all that joins features',
  worker: 'the kept program of displays',
  main: 'the way in',
}
export const web = Object.keys(webFolders)

/** Folders of the repository; `apps` are the server and the web client. */
const repositoryFolders = {
  'packages/format': 'times, dates, sizes, shares and numbers as text, as the person who reads them chose',
  'packages/contract': 'one value for each call: method, path, access, schemas in and out; events; agent messages',
  'packages/config-schema': "a module's form: the JSON Schema subset, its fields, the check of values",
  'packages/charts': 'axes, ticks, gaps, bands, cursor: pure functions for pages and modules',
  'packages/module-package': 'what a packed module may be, and how its files are served',
  'packages/module-sdk': 'what a module may import: hooks in the client, sources in its server half',
  'packages/agent': 'the agent: measures, keeps, sends, does; served as `/agent.mjs`',
  'packages/now-playing': 'shared by several bundled modules',
  'packages/weather': 'the same',
  'packages/testbed': 'for tests: PostgreSQL, NATS, proxies, archives, a running server',
  'packages/create-atalaya-module': '`npm create` for a module',
  'packages/module-cli': 'makes, shows, tests and packs a module, here and outside of a checkout',
  modules: 'the bundled modules, a folder each; the folder is the registry',
  examples: 'modules and an agent to copy from',
  apps: 'the two halves: `apps/server`, `apps/web`',
  bench: 'measurements as ratios',
  scripts: 'what the npm scripts run',
  e2e: 'browser tests on the built product',
}
export const repository = Object.keys(repositoryFolders)

const ofModules = ['module-sdk', 'charts', 'format', 'now-playing', 'weather'].map((name) => `packages/${name}`)

/** Parts that a part may import besides itself. Of modules, the apps import nothing but the ways in. */
export const allowed: Record<string, string[]> = {
  'packages/format': [],
  'packages/contract': [],
  'packages/config-schema': ['packages/format'],
  'packages/charts': ['packages/format'],
  'packages/module-package': ['packages/contract', 'packages/config-schema', 'packages/format'],
  'packages/create-atalaya-module': ['packages/contract'],
  'packages/module-cli': [
    'packages/module-package',
    'packages/create-atalaya-module',
    'packages/contract',
    'packages/config-schema',
  ],
  'packages/agent': ['packages/contract'],
  'packages/module-sdk': ['packages/contract', 'packages/format'],
  'packages/now-playing': ['packages/module-sdk'],
  'packages/weather': ['packages/module-sdk'],
  modules: ofModules,
  'apps/web': ['charts', 'contract', 'config-schema', 'format', 'module-sdk'].map((name) => `packages/${name}`),
  'apps/server': ['contract', 'config-schema', 'charts', 'format', 'module-package', 'module-sdk'].map(
    (name) => `packages/${name}`,
  ),
}
