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

const anyOf = (folders) => `(${folders.join('|')})(/|[.](ts|tsx|mjs)$)`

/** A folder of the list imports none that comes after it. A folder outside of the list imports nothing of `base`. */
function inOrder(name, base, folders, exceptions = []) {
  const from = { path: `^${base}(?!${anyOf(folders)})`, pathNot: TESTS }
  const unlisted = never(name, from, { path: `^${base}` })
  const excepted = exceptions.map((folder) => `^${base}${folder}[.]ts$`)
  const upward = folders.slice(0, -1).flatMap((folder, index) => {
    const above = `^${base}${anyOf(folders.slice(index + 1))}`
    const below = { path: `^${base}${anyOf([folder])}`, pathNot: TESTS }
    return [
      never(name, below, { path: above, pathNot: excepted }),
      never(name, below, { path: above, dependencyTypesNot: ['type-only'] }),
    ]
  })
  return [unlisted, ...upward]
}

/** Pattern of the folders that `part` may import. */
const allowedTo = (part) => `^(${order.allowed[part].join('|')})/`

/** A workspace imports itself and what `order.allowed` says. */
function onlyAllowed(name, part, more = '') {
  const others = order.allowed[part].length > 0 ? `|${allowedTo(part)}` : ''
  return only(name, `^${part}/`, `^${part}/${others}${more}`)
}

const NPM_TYPES = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg']

const packages = [
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
  only('module-sees-sdk', '^modules/([^/]+)/', `^modules/$1/|${allowedTo('modules')}`),
  // Libraries that bundled modules share: they import no more than modules do.
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
  // Imports of types count too.
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
  forbidden: [...packages, ...web, ...server, ...hygiene],
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
