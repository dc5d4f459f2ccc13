import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { sources } from '../lib/workspaces.ts'

/** A regular expression of the product: `flags` is null if it is built at run time. */
export type Expression = { file: string; line: number; source: string; flags: string | null }

const PRODUCT = /^(?:apps|packages|modules)\//
/** Tests, and tools that only build the product. */
const NOT_SHIPPED = /\/testing\/|^apps\/server\/test\/|^packages\/testbed\/|\.(?:test|config|plugin)\.tsx?$/

/**
 * Every regular expression of the product below `base`, as TypeScript's own parser reads it; tests and builds are left
 * out.
 */
export function expressionsIn(base: string): Expression[] {
  return sources(base)
    .filter((file) => PRODUCT.test(file) && !NOT_SHIPPED.test(file))
    .flatMap((file) => expressionsOf(file, readFileSync(path.join(base, file), 'utf8')))
}

function expressionsOf(file: string, text: string): Expression[] {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const found: Expression[] = []
  const visit = (node: ts.Node): void => {
    const expression = toExpression(node, parsed)
    if (expression) {
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart(parsed))
      found.push({ file, line: line + 1, ...expression })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

function toExpression(node: ts.Node, parsed: ts.SourceFile): Pick<Expression, 'source' | 'flags'> | null {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/')
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) }
  }
  const isCall = ts.isNewExpression(node) || ts.isCallExpression(node)
  if (!isCall || node.expression.getText(parsed) !== 'RegExp') return null
  const [source, flags] = node.arguments ?? []
  const isLiteral = source && ts.isStringLiteralLike(source) && (!flags || ts.isStringLiteralLike(flags))
  if (!isLiteral) return { source: node.getText(parsed), flags: null }
  return { source: source.text, flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '' }
}
