/**
 * The one order of the folders, from the ground up: each may import those before it, types included. The check of
 * import directions (`.dependency-cruiser.mjs`) reads it.
 */

/** Folders of `apps/server/src`; the last ones are files, the ways in. */
export const server = [
  // Ground: knows nothing of accounts, agents or boards.
  ...[
    'net',
    'config-oidc',
    'config',
    'domain',
    'containment',
    'db',
    'http',
    'audit',
    'events',
    'secrets',
    'ground',
    'limits',
  ],
  // People.
  ...['passwords', 'sessions', 'credentials', 'users', 'factors', 'auth', 'identities', 'preferences'],
  // Fleet.
  ...['agents', 'connections', 'commands', 'telemetry', 'gateway'],
  // News of the fleet.
  ...['alerts', 'notify'],
  // Boards.
  ...['modules', 'dashboard', 'integrations', 'widget-data', 'displays'],
  ...['client', 'operations', 'backups', 'maintenance'],
  // Assembly of the program, and its entry points.
  ...['compose', 'main', 'maintain'],
]

/**
 * Files above a folder that it may import as a type alone. `compose/repos` has the type of all repositories, from which
 * slices pick those that they use (`named-repos.ts`). A copy of that type below would be a list to keep.
 */
export const serverExceptions = ['compose/repos']

/** Folders of `apps/web/src`. Each folder of `features` stands alone; shared code is in `components` or `lib`. */
export const web = ['lib', 'components', 'features', 'app', 'worker', 'main']

/** Everything beside the two apps, and them among it. */
export const house = [
  ...['packages/format', 'packages/contract', 'packages/config-schema', 'packages/charts', 'packages/module-package'],
  ...['packages/module-sdk', 'packages/agent', 'packages/now-playing', 'packages/weather', 'packages/testbed'],
  ...['packages/create-atalaya-module', 'packages/module-cli'],
  ...['modules', 'examples', 'apps', 'bench', 'scripts', 'e2e'],
]
