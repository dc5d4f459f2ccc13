import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { filesIn, workspaces } from '../lib/workspaces.ts'

/** Sources of the product, and the manifests and forms of modules. */
const PRODUCT = /^(?:(?:apps|packages)\/[^/]+\/src\/.*\.tsx?|modules\/.*(?:\.tsx?|\/(?:module|config\.schema)\.json))$/
const TEST = /\.test\.tsx?$|\/testing\//
/** A line of a text that begins so; `#` begins a heading. */
const HEADLESS = /^[ \t#]*(What|Who|Whose|Where) [a-z].*$/gm
/** Files without a match are not parsed. */
const CANDIDATE = /(?:^|['"`>])[ \t#]*(?:What|Who|Whose|Where) [a-z]/m

/** Text of a literal or of JSX, without the expressions inside. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('code')
}

function faultsIn(name: string, source: string): string[] {
  const tree = ts.createSourceFile(name, source, ts.ScriptTarget.Latest)
  const faults: string[] = []
  const visit = (node: ts.Node): void => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
    for (const [text, word] of (textOf(node) ?? '').matchAll(HEADLESS)) {
      if (text.includes('?')) continue
      faults.push(`${name}:${line + 1}: a text begins with "${word}"; name the subject, or use a noun`)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return faults
}

/**
 * Texts of the product that begin a riddle; questions do not count. Returns the faults in `base`, one a line; empty if
 * there are none.
 */
export const plainTexts = (base: string): string =>
  workspaces(base)
    .flatMap((folder) => filesIn(base, folder))
    .filter((name) => PRODUCT.test(name) && !TEST.test(name))
    .flatMap((name) => {
      const source = readFileSync(path.join(base, name), 'utf8')
      return CANDIDATE.test(source) ? faultsIn(name, source) : []
    })
    .join('\n')
