import ts from 'typescript'

/** Packages that read bytes or texts of others. */
const PARSERS = new Set([
  ...['node:dgram', 'node:readline', 'node:readline/promises', 'node:tls', 'node:zlib'],
  ...['@cfworker/json-schema', '@fastify/cookie', '@fastify/multipart', '@nats-io/transport-node', 'bowser'],
  '@simplewebauthn/server',
  ...[
    'gamedig',
    'htmlparser2',
    'image-size',
    'ltx',
    'marked',
    'nodemailer',
    'openid-client',
    'seek-bzip',
    'tar',
    'undici',
    'ws',
    'yauzl',
  ],
])
/** Packages of the product that read no foreign bytes, or only some that others have read before. */
const HARMLESS = new Set([
  ...['@fastify/cors', '@fastify/swagger', '@fastify/swagger-ui', '@hookform/resolvers'],
  ...['@node-rs/argon2', '@tanstack/react-query', '@tanstack/react-table', '@tanstack/react-virtual'],
  ...['@zxcvbn-ts/core', '@zxcvbn-ts/language-common', 'canvas-confetti', 'class-variance-authority', 'clsx', 'cmdk'],
  // Reads times of day and zones, which are checked before; and builds requests of our own data.
  ...['croner', 'web-push'],
  // Reads six digits, and secrets that it has made.
  'otpauth',
  ...['date-fns', 'embla-carousel-react', 'fast-json-stringify', 'fastify', 'helmet', 'ipaddr.js', 'kysely'],
  ...['lucide-react', 'pg', 'pino', 'prom-client', 'qrcode.react', 'radix-ui', 'react', 'react-dom'],
  ...['react-hook-form', 'react-router', 'sonner', 'tailwind-merge', 'zod'],
  // Build the client from our own sources.
  ...['@vitejs/plugin-react', 'vite'],
])
const OURS = /^(?:[.#]|@atalaya\/|create-atalaya-module\/|node:|virtual:)/
const BOUNDED_JSON = /(?:^@atalaya\/contract\/|^\.\/)bounded-json(?:\.ts)?$/
const BODY = /^(?:json|text|arrayBuffer|formData|blob|bytes)$/
const READ_NUMBER = /^read(?:U?Int|BigU?Int|Float|Double)/
const STORES = new Set(['localStorage', 'sessionStorage'])
const READERS = new Set(['DOMParser', 'TextDecoder', 'DecompressionStream'])
const LISTENING = new Set(['on', 'once', 'addEventListener'])
const INCOMING = new Set(['data', 'message'])

/** A place that reads possibly foreign bytes, and the name of the reader. */
export type Parsing = { line: number; reader: string }

const isText = (node: ts.Node | undefined): node is ts.StringLiteralLike =>
  node !== undefined && ts.isStringLiteralLike(node)
const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

function readerOfImport({ moduleSpecifier, importClause }: ts.ImportDeclaration): string | null {
  const name = (moduleSpecifier as ts.StringLiteral).text
  if (importClause?.isTypeOnly) return null
  const { namedBindings } = importClause ?? {}
  const isTypes =
    namedBindings && ts.isNamedImports(namedBindings) && namedBindings.elements.every((element) => element.isTypeOnly)
  if (isTypes && !importClause?.name) return null
  return readerOfPackage(name)
}

function readerOfPackage(name: string): string | null {
  if (BOUNDED_JSON.test(name)) return 'parseJson'
  if (PARSERS.has(name) || PARSERS.has(packageOf(name))) return name
  const isKnown = OURS.test(name) || HARMLESS.has(packageOf(name)) || /\.css$/.test(name)
  return isKnown ? null : `${name} (not judged yet in scripts/check/parsing.ts)`
}

/** The reader that a method is, by its name and its object's name (empty if that is no plain name). */
function readerOfMethod(object: string, name: string, first: ts.Node | undefined): string | null {
  if (object === 'JSON' && name === 'parse') return 'JSON.parse'
  if (name === 'getItem' && STORES.has(object)) return `${object}.getItem`
  if (name === 'loadEnvFile' || name === 'addContentTypeParser' || READ_NUMBER.test(name)) return name
  if (BODY.test(name) && object !== 'z' && (!first || name === 'json')) return `.${name}()`
  return LISTENING.has(name) && isText(first) && INCOMING.has(first.text) ? `.${name}('${first.text}')` : null
}

function readerInCall({ expression, arguments: [first] }: ts.CallExpression): string | null {
  if (expression.kind === ts.SyntaxKind.ImportKeyword && isText(first)) return readerOfPackage(first.text)
  if (ts.isIdentifier(expression)) return expression.text === 'parseArgs' ? 'parseArgs' : null
  if (!ts.isPropertyAccessExpression(expression)) return null
  const object = ts.isIdentifier(expression.expression) ? expression.expression.text : ''
  return readerOfMethod(object, expression.name.text, first)
}

function readerInNew({ expression, arguments: args }: ts.NewExpression): string | null {
  const name = ts.isIdentifier(expression) ? expression.text : ''
  if (READERS.has(name)) return `new ${name}`
  return name === 'RegExp' && !isText(args?.[0]) ? 'new RegExp of a value' : null
}

function readerIn(node: ts.Node): string | null {
  if (ts.isImportDeclaration(node)) return readerOfImport(node)
  if (ts.isCallExpression(node)) return readerInCall(node)
  if (ts.isNewExpression(node)) return readerInNew(node)
  const isHandler =
    ts.isBinaryExpression(node) && ts.isPropertyAccessExpression(node.left) && node.left.name.text === 'onmessage'
  return isHandler && node.right.kind !== ts.SyntaxKind.NullKeyword ? 'onmessage' : null
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

const treeOf = (name: string, text: string) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)

/** Every place in a file that may read foreign bytes, found by its syntax. */
export function parsingIn(name: string, text: string): Parsing[] {
  const tree = treeOf(name, text)
  const all: Parsing[] = []
  walk(tree, (node) => {
    const reader = readerIn(node)
    if (reader) all.push({ line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, reader })
  })
  return all
}

/** The names of the fuzzers that a test declares: `fuzzDoor('name', …)`. */
export function fuzzersIn(name: string, text: string): string[] {
  const all: string[] = []
  walk(treeOf(name, text), (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'fuzzDoor') return
    const [first] = node.arguments
    if (isText(first)) all.push(first.text)
  })
  return all
}
