// Allowed imports between folders. Their order stands in scripts/check/order.ts.
import * as order from './scripts/check/order.ts'

const TESTS = '[.](test|spec)[.]tsx?$|/testing/|^apps/server/test/|^packages/testbed/'
const WEB = '^apps/web/src'
const SERVER = '^apps/server/src'

/** Of our own files, `from` may import `allowed` only. */
function only(name, from, allowed) {
  return {
    name,
    severity: 'error',
    from: { path: from, pathNot: TESTS },
    to: { path: '^(apps|packages|modules|e2e|bench|scripts)/', pathNot: allowed },
  }
}

function never(name, from, to) {
  return { name, severity: 'error', from, to }
}

const anyOf = (rooms) => `(${rooms.join('|')})(/|[.](ts|tsx|mjs)$)`

/** A part of the list imports nothing that comes after it. A folder that is in no list imports nothing. */
function inOrder(name, base, rooms, exceptions = []) {
  const from = { path: `^${base}(?!${anyOf(rooms)})`, pathNot: TESTS }
  const unlisted = never(name, from, { path: `^${base}` })
  const excepted = exceptions.map((room) => `^${base}${room}[.]ts$`)
  const upward = rooms.slice(0, -1).flatMap((room, index) => {
    const above = `^${base}${anyOf(rooms.slice(index + 1))}`
    const below = { path: `^${base}${anyOf([room])}`, pathNot: TESTS }
    return [
      never(name, below, { path: above, pathNot: excepted }),
      never(name, below, { path: above, dependencyTypesNot: ['type-only'] }),
    ]
  })
  return [unlisted, ...upward]
}

const partsOf = (part) => `^(${order.allowed[part].join('|')})/`

/** A workspace imports itself and what `order.allowed` says. */
function onlyAllowed(name, part, more = '') {
  const others = order.allowed[part].length > 0 ? `|${partsOf(part)}` : ''
  return only(name, `^${part}/`, `^${part}/${others}${more}`)
}

const NPM_TYPES = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg']

const rooms = [
  onlyAllowed('contract-is-a-leaf', 'packages/contract'),
  never(
    'contract-needs-zod-only',
    { path: '^packages/contract/src/', pathNot: TESTS },
    { dependencyTypes: NPM_TYPES, pathNot: 'node_modules/zod/' },
  ),
  onlyAllowed('config-schema-sees-format', 'packages/config-schema'),
  onlyAllowed('format-is-a-leaf', 'packages/format'),
  onlyAllowed('charts-sees-format', 'packages/charts'),
  onlyAllowed('module-package-sees-contract', 'packages/module-package'),
  onlyAllowed('creator-sees-contract', 'packages/create-atalaya-module'),
  onlyAllowed('module-cli-sees-packages', 'packages/module-cli'),
  onlyAllowed('agent-sees-contract', 'packages/agent'),
  onlyAllowed('sdk-sees-contract', 'packages/module-sdk'),
  only('module-sees-sdk', '^modules/([^/]+)/', `^modules/$1/|${partsOf('modules')}`),
  // What two bundled modules share is a library that sees no more than they do.
  onlyAllowed('shared-sees-sdk', 'packages/now-playing'),
  onlyAllowed('shared-sees-sdk', 'packages/weather'),
  onlyAllowed('web-sees-packages', 'apps/web', '|^modules/[^/]+/src/index[.]tsx?$'),
  onlyAllowed('server-sees-packages', 'apps/server', '|^modules/[^/]+/server[.]ts$'),
  ...inOrder('repository-order', '', order.repository),
  never('nothing-imports-tests', { pathNot: `${TESTS}|^e2e/` }, { path: '[.](test|spec)[.]tsx?$|^e2e/' }),
]

const web = [
  never(
    'web-features-are-islands',
    { path: `${WEB}/features/([^/]+)/`, pathNot: TESTS },
    { path: `${WEB}/features/`, pathNot: `${WEB}/features/$1/` },
  ),
  ...inOrder('web-order', `${WEB.slice(1)}/`, order.web),
  never('web-testing-stays-in-tests', { path: `${WEB}/`, pathNot: TESTS }, { path: `${WEB}/testing/` }),
]

const server = [
  ...inOrder('server-order', `${SERVER.slice(1)}/`, order.server, order.serverExceptions),
  never('server-source-knows-no-test', { path: `${SERVER}/` }, { path: '^apps/server/test/|^packages/testbed/' }),
  never(
    'repo-is-private',
    { path: `${SERVER}/([^/]+)/`, pathNot: '/compose/repos[.]ts$' },
    { path: '[.]repo[.]ts$', pathNot: `${SERVER}/$1/` },
  ),
  never('repo-is-the-lowest', { path: `${SERVER}/.*[.]repo[.]ts$` }, { path: '[.](service|routes)[.]ts$' }),
  never('service-knows-no-route', { path: `${SERVER}/.*[.]service[.]ts$` }, { path: '[.]routes[.]ts$' }),
  never('routes-go-through-services', { path: `${SERVER}/.*[.]routes[.]ts$` }, { path: '[.]repo[.]ts$' }),
  never(
    'sql-lives-in-repos',
    { path: `${SERVER}/`, pathNot: '[.]repo[.]ts$|/db/|/compose/app[.]ts$' },
    { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] },
  ),
  never(
    'http-stays-out-of-services',
    { path: `${SERVER}/.*[.](service|repo)[.]ts$` },
    { path: 'node_modules/@?fastify' },
  ),
]

const hygiene = [
  // Types count.
  never('no-circular', {}, { circular: true }),
  // The packer puts atalaya.js beside the files of a plain module.
  never('resolves', {}, { couldNotResolve: true, pathNot: '^[.]/atalaya[.]js$' }),
  // The test runner is declared once, at the root.
  never(
    'declared',
    { pathNot: '^examples/' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/vitest/' },
  ),
  never(
    'no-dev-dependency-in-the-product',
    { path: '^(apps|packages|modules)/.*/src/', pathNot: TESTS },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
  ),
]

export default {
  forbidden: [...rooms, ...web, ...server, ...hygiene],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Only what we build ourselves: a bare `dist/` would hide npm packages whose entry is in their `dist/`.
    exclude: { path: '^(apps|packages|modules)/[^/]+/(dist|build)/|^(e2e|scripts|bench)/(dist|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
