import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Plugin, parseSync, Visitor } from 'vite'

/** Suffix of a module's name that imports the module as it is written, with its schemas. */
export const SCHEMAS_SUFFIX = '?schemas'
/** Parts of a route that only the server reads: the shapes of requests and answers, and the rights of callers. */
const SERVER_PARTS = new Set([
  'summary',
  'scope',
  'allowsSelector',
  'allowsDisplay',
  'sensitive',
  'params',
  'query',
  'headers',
  'body',
  'bodyTypes',
  'bodyBytes',
  'bodyValues',
  'data',
  'fails',
])
const CONTRACT_MODULE = /\/packages\/contract\/src\/[\w-]+\.ts(\?schemas)?$/
const MAKES_SCHEMAS = /from '(zod|\.\/bounded-text\.ts)'/
const CLIENT_FILE = /\/apps\/web\/src\/.*\.tsx?$/

/** The calls of a group without the parts that only the server reads. Any other value stays as it is. */
function clientParts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const calls = Object.entries(value)
  const areCalls = calls.length > 0 && calls.every(([, call]) => typeof call === 'object' && call && 'access' in call)
  if (!areCalls) return value
  const withoutServerParts = (call: object) =>
    Object.fromEntries(Object.entries(call).filter(([part]) => !SERVER_PARTS.has(part)))
  return Object.fromEntries(calls.map(([name, call]) => [name, withoutServerParts(call)]))
}

/** A value as JSON. Undefined if JSON can't hold it: functions, schemas, classes. */
function literalOf(value: unknown): string | undefined {
  if (typeof value === 'function') return undefined
  const text = JSON.stringify(value)
  return isDeepStrictEqual(JSON.parse(text), value) ? text : undefined
}

/** Module with the calls and constants of these exports as literals. All else comes from the whole module. */
export function withoutSchemas(file: string, exports: Record<string, unknown>): string {
  const literals = Object.entries(exports).map(([name, value]) => [name, literalOf(clientParts(value))] as const)
  const whole = literals.filter(([, text]) => text === undefined).map(([name]) => name)
  return [
    ...literals.filter(([, text]) => text !== undefined).map(([name, text]) => `export const ${name} = ${text}`),
    `export { ${whole.join(', ')} } from './${basename(file)}${SCHEMAS_SUFFIX}'`,
  ].join('\n')
}

/** Expression, such as `users.list.body`, that would read a part that only the server has. Undefined without one. */
export function serverPartIn(file: string, code: string): string | undefined {
  const { program } = parseSync(file, code)
  const imported = new Set<string>()
  let expression: string | undefined
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (source.value.startsWith('@atalaya/contract/')) for (const { local } of specifiers) imported.add(local.name)
    },
    MemberExpression({ object, property, start, end }) {
      if (property.type !== 'Identifier' || !SERVER_PARTS.has(property.name) || object.type !== 'MemberExpression')
        return
      if (object.object.type === 'Identifier' && imported.has(object.object.name)) expression = code.slice(start, end)
    },
  }).visit(program)
  return expression
}

/**
 * Leaves only method, path and access of each call of the contract. The schemas stay in a module of their own.
 * Otherwise every screen, and the display, would load zod and the schemas of all its calls.
 */
export function schemasApart(): Plugin {
  return {
    name: 'schemas-apart',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: CONTRACT_MODULE },
      async handler(id) {
        const file = id.replace(SCHEMAS_SUFFIX, '')
        const code = await readFile(file, 'utf8')
        if (!MAKES_SCHEMAS.test(code)) return null
        return {
          code: id === file ? withoutSchemas(file, await import(file)) : code,
          moduleSideEffects: false,
          map: null,
        }
      },
    },
    transform: {
      filter: { id: CLIENT_FILE, code: '@atalaya/contract/' },
      handler(code, id) {
        const part = serverPartIn(id, code)
        if (part) this.error(`${part} is not in the client: give the schema a name of its own in the contract`)
      },
    },
  }
}
