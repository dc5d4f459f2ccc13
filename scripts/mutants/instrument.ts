import ts from 'typescript'
import { alternativesTo } from './alternatives.ts'

/** A place in a file of the product, and its replacement while this mutant is on. */
export type Mutant = {
  file: string
  line: number
  start: number
  end: number
  kind: string
  from: string
  to: string
  /** Number of identical places before it in the file. A change elsewhere in the file keeps the mutant's identity. */
  before: number
}

export const keyOf = ({ file, kind, from, to, before }: Mutant): string =>
  JSON.stringify([file, kind, from, to, before])

const parse = (file: string, source: string): ts.SourceFile =>
  ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)

/** Types do not exist at run time, and the names of modules are no behaviour. */
const isSilent = (node: ts.Node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node)

/** Every mutant of a file. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const parsed = parse(file, source)
  const found: Mutant[] = []
  const keys = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (isSilent(node)) return
    const [start, end] = [node.getStart(), node.getEnd()]
    const line = parsed.getLineAndCharacterOfPosition(start).line + 1
    for (const alternative of alternativesTo(node)) {
      const mutant = { file, line, start, end, from: node.getText(), ...alternative, before: 0 }
      while (keys.has(keyOf(mutant))) mutant.before += 1
      keys.add(keyOf(mutant))
      found.push(mutant)
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(parsed, visit)
  return found
}

/**
 * The file with these mutants, all inactive: `globalThis.__mutant` returns true for the number of the active one.
 * Numbers are those of the list.
 */
export function instrument(file: string, source: string, numbered: Map<number, Mutant>): string {
  const parsed = parse(file, source)

  /** A node's text, with the mutants inside it. */
  function inside(node: ts.Node): string {
    let text = ''
    let position = node.getStart()
    ts.forEachChild(node, (child) => {
      const start = child.getStart()
      if (start < position) return
      text += source.slice(position, start) + emit(child)
      position = child.getEnd()
    })
    return text + source.slice(position, node.getEnd())
  }

  function emit(node: ts.Node): string {
    if (isSilent(node)) return node.getText()
    const here = [...numbered].filter(([, mutant]) => mutant.start === node.getStart() && mutant.end === node.getEnd())
    // A node and its only child can have the same place: the one with alternatives is meant.
    const mutantsOfNode = alternativesTo(node).length > 0 ? here : []
    let text = inside(node)
    for (const [number, { to }] of mutantsOfNode) text = `(globalThis.__mutant?.(${number}) ? (${to}) : (${text}))`
    // Without semicolons a line that begins with a bracket would belong to the one before it.
    return ts.isExpressionStatement(node) && text !== node.getText() ? `{ ${text} }` : text
  }

  return source.slice(0, parsed.getStart()) + inside(parsed) + source.slice(parsed.getEnd())
}
