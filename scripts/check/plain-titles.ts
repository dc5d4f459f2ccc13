import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { sources } from '../lib/workspaces.ts'

const TEST = /\.(?:test|spec)\.tsx?$/
const DECLARATIONS = new Set(['test', 'it', 'describe', 'walk'])
/** Properties that still declare a test; others belong to a local of the same name, as in `it.call`. */
const VARIANTS = new Set(
  ['each', 'for', 'only', 'skip', 'todo', 'skipIf', 'runIf', 'fails', 'concurrent', 'sequential', 'shuffle'].concat([
    ...['describe', 'step', 'serial', 'parallel', 'fixme', 'fail'],
  ]),
)
/** Rows of the specification may come first, as in `K9 L7 a reset …`. */
const RIDDLE = /^(?:[A-Z]\d+,? +)*(who(?:ever|m|mever|se)?|what(?:ever)?|which(?:ever)?|that)\b/i

function isDeclaration(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return DECLARATIONS.has(node.text)
  if (ts.isCallExpression(node)) return isDeclaration(node.expression)
  if (ts.isTaggedTemplateExpression(node)) return isDeclaration(node.tag)
  return ts.isPropertyAccessExpression(node) && VARIANTS.has(node.name.text) && isDeclaration(node.expression)
}

/** True for `walk(name, title, body)` of the client; other declarations begin with their title. */
const isNamedWalk = ({ expression, arguments: all }: ts.CallExpression): boolean =>
  ts.isIdentifier(expression) && expression.text === 'walk' && all.length === 3

/** The title of a declaration, if it is one and its title is written out. */
function titleOf(node: ts.Node): ts.StringLiteralLike | ts.TemplateHead | undefined {
  if (!ts.isCallExpression(node) || !isDeclaration(node.expression)) return undefined
  const title = isNamedWalk(node) ? node.arguments[1] : node.arguments[0]
  if (title && ts.isStringLiteralLike(title)) return title
  return title && ts.isTemplateExpression(title) ? title.head : undefined
}

function faultsIn(base: string, name: string): string[] {
  const tree = ts.createSourceFile(name, readFileSync(path.join(base, name), 'utf8'), ts.ScriptTarget.Latest)
  const faults: string[] = []
  const visit = (node: ts.Node): void => {
    const title = titleOf(node)
    const [, word] = RIDDLE.exec(title?.text ?? '') ?? []
    if (title && word) {
      const { line } = tree.getLineAndCharacterOfPosition(title.getStart(tree))
      faults.push(`${name}:${line + 1}: a title begins with "${word}"; name the subject and say what holds`)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return faults
}

/** Titles of tests that begin a riddle. Returns the faults in `base`, one a line; empty if there are none. */
export const plainTitles = (base: string): string =>
  sources(base)
    .filter((name) => TEST.test(name))
    .flatMap((name) => faultsIn(base, name))
    .join('\n')
