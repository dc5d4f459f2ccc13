import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** Facts about a file that prove an arrow to or from it. Paths are relative to the base. */
export type Source = {
  text: string
  /** Files that it imports, types too, and those that an imported file exports as its own. */
  imports: ReadonlySet<string>
  /** Files that it loads on demand, as a whole. */
  loads: ReadonlySet<string>
  /** All identifiers in it. */
  names: ReadonlySet<string>
  /** True if it has a function, value or method of this name. */
  defines(name: string): boolean
  /** True if it has this text as a whole: `users.list`, or a word in quotes. */
  says(text: string): boolean
  /** True if it imports this name from the file. */
  takes(name: string, file: string): boolean
  /** True if it calls `callee` with an argument that has `name`. */
  passes(name: string, callee: string): boolean
  /** True if a function from `receiver` is called or named together with a part that `file` made. */
  hands(file: string, receiver: string): boolean
}

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  jsx: ts.JsxEmit.ReactJSX,
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

function identifiersIn(node: ts.Node): Set<string> {
  const names = new Set<string>()
  walk(node, (inner) => {
    if (ts.isIdentifier(inner)) names.add(inner.text)
  })
  return names
}

const haveCommon = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].some((name) => others.has(name))

/** Name of a called function: the last word of `bus.subscribe(…)`. */
function calleeOf({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : ''
}

function definitionsIn(tree: ts.SourceFile): Set<string> {
  const found = new Set<string>()
  walk(tree, (node) => {
    const isDefinition =
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isMethodSignature(node) ||
      ts.isPropertyAssignment(node) ||
      ts.isPropertySignature(node)
    if (isDefinition && node.name && ts.isIdentifier(node.name)) found.add(node.name.text)
  })
  return found
}

/** Local names that an import of each file brings, by file. */
function importedNames(tree: ts.SourceFile, resolve: (name: string) => string | null): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const file = resolve(statement.moduleSpecifier.text)
    if (file && statement.importClause) names.set(file, identifiersIn(statement.importClause))
  }
  return names
}

/** Adds variables that a call of one of these names makes, and properties of such a type. */
function withMade(tree: ts.SourceFile, makers: ReadonlySet<string>): Set<string> {
  const made = new Set(makers)
  walk(tree, (node) => {
    if (ts.isPropertySignature(node) && node.type && haveCommon(identifiersIn(node.type), makers)) {
      for (const name of identifiersIn(node.name)) made.add(name)
    }
    if (!ts.isVariableDeclaration(node) || !node.initializer) return
    let isMade = ts.isIdentifier(node.initializer) && made.has(node.initializer.text)
    walk(node.initializer, (inner) => {
      if (ts.isCallExpression(inner) && makers.has(calleeOf(inner))) isMade = true
    })
    if (isMade) for (const name of identifiersIn(node.name)) made.add(name)
  })
  return made
}

function loadedIn(calls: ts.CallExpression[]): string[] {
  return calls.flatMap(({ expression, arguments: [first] }) =>
    expression.kind === ts.SyntaxKind.ImportKeyword && first && ts.isStringLiteral(first) ? [first.text] : [],
  )
}

function read(base: string, name: string, sourceOf: (name: string) => Source): Source {
  const file = path.join(base, name)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const resolve = (specifier: string): string | null => {
    const found = ts.resolveModuleName(specifier, file, OPTIONS, ts.sys).resolvedModule?.resolvedFileName
    const relative = found && path.relative(base, found).split(path.sep).join('/')
    return relative && !relative.startsWith('..') && !relative.includes('node_modules/') ? relative : null
  }
  const direct = ts.preProcessFile(text).importedFiles.flatMap(({ fileName }) => resolve(fileName) ?? [])
  const barrels = direct
    .filter((target) => /\/index\.tsx?$/.test(target))
    .flatMap((target) => [...sourceOf(target).imports])
  const definitions = definitionsIn(tree)
  const imported = importedNames(tree, resolve)
  const calls: ts.CallExpression[] = []
  walk(tree, (node) => {
    if (ts.isCallExpression(node)) calls.push(node)
  })
  return {
    text,
    imports: new Set([...direct, ...barrels]),
    loads: new Set(loadedIn(calls).flatMap((specifier) => resolve(specifier) ?? [])),
    names: identifiersIn(tree),
    defines: (wanted) => definitions.has(wanted),
    says: (wanted) => text.includes(wanted),
    takes: (wanted, from) => imported.get(from)?.has(wanted) ?? false,
    passes: (wanted, callee) =>
      calls.some(
        (call) => calleeOf(call) === callee && call.arguments.some((argument) => identifiersIn(argument).has(wanted)),
      ),
    hands(from, receiver) {
      const parts = withMade(tree, imported.get(from) ?? new Set())
      const receivers = imported.get(receiver) ?? new Set()
      return calls.some((call) => {
        const passed = new Set(call.arguments.flatMap((argument) => [...identifiersIn(argument)]))
        return haveCommon(passed, parts) && (receivers.has(calleeOf(call)) || haveCommon(passed, receivers))
      })
    },
  }
}

/** Reads files of `base`, each once. */
export function readSources(base: string): (name: string) => Source {
  const sources = new Map<string, Source>()
  const sourceOf = (name: string): Source => {
    const source = sources.get(name) ?? read(base, name, sourceOf)
    sources.set(name, source)
    return source
  }
  return sourceOf
}
