import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { sources } from '../lib/workspaces.ts'

const SLICE = /^apps\/server\/src\/(?!compose\/)/
const REPOS_FILE = /(?:^|\/)compose\/repos\.ts$/
/** Types that slices may import from the file. `RunInAnyTransaction` hands out all repositories. */
const FOR_SLICES = new Set(['Repos', 'RunInTransaction'])
const HINT = 'name the repositories in use, as Pick<Repos, …> or RunInTransaction<…>'

/**
 * Slices name the repositories that they use: only the composition has them all in one type. Returns the places of
 * `base` that use the whole type, empty if there are none.
 */
export function namedRepos(base: string): string {
  const slices = sources(base).filter((name) => SLICE.test(name))
  return slices.flatMap((name) => complaints(name, readFileSync(path.join(base, name), 'utf8'))).join('\n')
}

function complaints(name: string, text: string): string[] {
  if (!text.includes('compose/repos.ts')) return []
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const lines = new Set<number>()
  const visit = (node: ts.Node): void => {
    if (usesAllRepos(node)) lines.add(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...lines].map((line) => `${name}:${line}: ${HINT}`)
}

function usesAllRepos(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) && isReposFile(node.moduleSpecifier)) return !importsOnlyNamed(node)
  if (ts.isExportDeclaration(node)) return isReposFile(node.moduleSpecifier)
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) && isReposFile(node.argument.literal)
  return ts.isIdentifier(node) && node.text === 'Repos' && !ts.isImportSpecifier(node.parent) && !isPart(node.parent)
}

const isReposFile = (node: ts.Node | undefined) =>
  node !== undefined && ts.isStringLiteralLike(node) && REPOS_FILE.test(node.text)

/** True if the import keeps the names: another name would hide the type from this check. */
function importsOnlyNamed({ importClause }: ts.ImportDeclaration): boolean {
  const bindings = importClause?.namedBindings
  if (!bindings || importClause.name || !ts.isNamedImports(bindings)) return false
  return bindings.elements.every(({ name, propertyName }) => !propertyName && FOR_SLICES.has(name.text))
}

/** True for the type within `Pick<Repos, …>` and `Repos['name']`. */
function isPart(type: ts.Node): boolean {
  const { parent } = type
  if (!ts.isTypeReferenceNode(type)) return false
  if (ts.isIndexedAccessTypeNode(parent)) return parent.objectType === type && ts.isLiteralTypeNode(parent.indexType)
  return (
    ts.isTypeReferenceNode(parent) &&
    ts.isIdentifier(parent.typeName) &&
    parent.typeName.text === 'Pick' &&
    parent.typeArguments?.[0] === type
  )
}
