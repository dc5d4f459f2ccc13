import { basename } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** Suffix of a module's name that imports its schemas alone. */
export const SCHEMAS = '?schemas'
/** Parts of a route that only the server reads: the shapes of requests and answers, and the rights of callers. */
const SHAPES = new Set([
  'summary',
  'scope',
  'takesSelector',
  'takesDisplay',
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
/** Code that refers to one of these makes schemas. */
const MAKERS = ['z', 'boundedText']
/** Statements without a place in the halves: imports are in both, types in neither. */
const GOES = /^(ImportDeclaration|TSTypeAliasDeclaration|TSInterfaceDeclaration)$/

type Node = ESTree.Program['body'][number]
type Part = { start: number; end: number }
type Statement = {
  node: Node
  /** Names that it declares. */
  names: string[]
  /** The shapes in its `route({ … })`, which are left out. */
  shapes: Part[]
  /** The names that it refers to. */
  uses: Set<string>
}

function visit(node: Node, visitor: ConstructorParameters<typeof Visitor>[0]): void {
  const { start, end } = node
  new Visitor(visitor).visit({ type: 'Program', body: [node], sourceType: 'module', hashbang: null, start, end })
}

const declarationIn = (node: Node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node)

function namesOf(node: Node): string[] {
  const declaration = declarationIn(node)
  if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') {
    return declaration.id ? [declaration.id.name] : []
  }
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
}

function shapesIn(node: Node): Part[] {
  const shapes: Part[] = []
  visit(node, {
    CallExpression({ callee, arguments: [definition] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'route' || definition?.type !== 'ObjectExpression') return
      definition.properties.forEach((property, at) => {
        if (property.type !== 'Property' || property.key.type !== 'Identifier' || !SHAPES.has(property.key.name)) return
        shapes.push({ start: property.start, end: definition.properties[at + 1]?.start ?? definition.end - 1 })
      })
    },
  })
  return shapes
}

function usesOf(node: Node, shapes: Part[]): Set<string> {
  const names = new Map<number, string>()
  const labels = new Set<number>()
  visit(node, {
    Identifier({ start, name }) {
      names.set(start, name)
    },
    Property({ key, computed, shorthand }) {
      if (!computed && !shorthand) labels.add(key.start)
    },
    MemberExpression({ property, computed }) {
      if (!computed) labels.add(property.start)
    },
  })
  const isInShape = (at: number) => shapes.some(({ start, end }) => start <= at && at < end)
  return new Set([...names].filter(([at]) => !labels.has(at) && !isInShape(at)).map(([, name]) => name))
}

function read(file: string, code: string): Statement[] {
  return parseSync(file, code).program.body.map((node) => {
    const shapes = shapesIn(node)
    return { node, names: namesOf(node), shapes, uses: usesOf(node, shapes) }
  })
}

/** Schemas are made by calls. */
function isMade({ node }: Statement): boolean {
  const declaration = declarationIn(node)
  if (declaration?.type !== 'VariableDeclaration') return false
  return declaration.declarations.some(({ init }) => init?.type === 'CallExpression')
}

/** The names of the schemas and of all that refers to one. */
function schemasIn(statements: Statement[]): Set<string> {
  const schemas = new Set(statements.filter(isMade).flatMap(({ names }) => names))
  for (let before = -1; before < schemas.size; ) {
    before = schemas.size
    const more = statements.filter(({ uses }) => [...uses].some((name) => MAKERS.includes(name) || schemas.has(name)))
    for (const name of more.flatMap(({ names }) => names)) schemas.add(name)
  }
  return schemas
}

/** The text of some statements without the shapes in them. */
function textOf(code: string, statements: Statement[]): string {
  const bare = ({ node, shapes }: Statement) => {
    const ends = [...shapes.map(({ start }) => start), node.end]
    return [node.start, ...shapes.map(({ end }) => end)].map((from, n) => code.slice(from, ends[n])).join('')
  }
  return statements.map(bare).join('\n')
}

/** A module of the contract in two: its calls, constants and functions, and its schemas with what is made of them. */
export function halvesOf(file: string, code: string): { own: string; schemas: string } {
  const statements = read(file, code)
  const imports = textOf(
    code,
    statements.filter(({ node }) => node.type === 'ImportDeclaration'),
  )
  const declared = statements.filter(({ names }) => names.length > 0)
  const unknown = statements.find(
    ({ node, names }) => names.length === 0 && !GOES.test(declarationIn(node)?.type ?? ''),
  )
  if (unknown) throw new Error(`${file} says something that can't be put apart: ${textOf(code, [unknown])}`)
  const schemas = schemasIn(declared)
  const { own = [], rest = [] } = Object.groupBy(declared, ({ names }) =>
    names.some((name) => schemas.has(name)) ? 'rest' : 'own',
  )
  const hidden = own.filter(({ node }) => node.type !== 'ExportNamedDeclaration').flatMap(({ names }) => names)
  const shared = own.flatMap(({ names }) => names).filter((name) => rest.some(({ uses }) => uses.has(name)))
  const self = `./${basename(file)}`
  return {
    own: [imports, textOf(code, own), `export { ${hidden.join(', ')} }`, `export * from '${self}${SCHEMAS}'`].join(
      '\n',
    ),
    schemas: [imports, `import { ${shared.join(', ')} } from '${self}'`, textOf(code, rest)].join('\n'),
  }
}

/** Shape of a call that a module of the client reads, and that would be missing. Undefined if it reads none. */
export function shapeReadIn(file: string, code: string): string | undefined {
  const { program } = parseSync(file, code)
  const calls = new Set<string>()
  let found: string | undefined
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (source.value.startsWith('@atalaya/contract/')) for (const { local } of specifiers) calls.add(local.name)
    },
    MemberExpression({ object, property, start, end }) {
      if (property.type !== 'Identifier' || !SHAPES.has(property.name) || object.type !== 'MemberExpression') return
      if (object.object.type === 'Identifier' && calls.has(object.object.name)) found = code.slice(start, end)
    },
  }).visit(program)
  return found
}
