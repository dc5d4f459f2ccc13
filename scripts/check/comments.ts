import ts from 'typescript'

/** A comment without its marks: the line where it begins, counted from 1, and its text on one line a paragraph. */
export type Comment = { line: number; text: string }

/** Parsing JSDoc would take a third of the time, and add nothing to the text. */
const OPTIONS = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }

type Span = { pos: number; end: number }

/** Literals and text of JSX, where `//` and `/*` begin no comment. */
function literalsOf(tree: ts.SourceFile): Span[] {
  const spans: Span[] = []
  const visit = (node: ts.Node): void => {
    const isLiteral = ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node)
    if (ts.isJsxText(node)) spans.push({ pos: node.pos, end: node.end })
    else if (isLiteral) spans.push({ pos: node.getStart(tree), end: node.end })
    else ts.forEachChild(node, visit)
  }
  visit(tree)
  return spans
}

/** Positions of all comments in source order, each with its marks. */
function spansOf(text: string, literals: Span[]): Span[] {
  const spans: Span[] = []
  const mark = /\/[/*]/g
  let next = 0
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    const pos = found.index
    while (next < literals.length && (literals[next]?.end ?? 0) <= pos) next += 1
    const literal = literals[next]
    if (literal && literal.pos <= pos) {
      mark.lastIndex = literal.end
      continue
    }
    const close = found[0] === '/*' ? text.indexOf('*/', pos) + 2 : text.indexOf('\n', pos)
    const end = close < pos ? text.length : close
    spans.push({ pos, end })
    mark.lastIndex = end
  }
  return spans
}

/** Line comments that stand below each other on lines of their own are one comment. */
function joinLines(text: string, spans: Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans) {
    const before = joined.at(-1)
    const isLine = text.startsWith('//', span.pos)
    const isContinuation =
      before && isLine && isOnOwnLine(text, before) && /^\n[ \t]*$/.test(text.slice(before.end, span.pos))
    if (isContinuation) before.end = span.end
    else joined.push({ ...span })
  }
  return joined
}

const isOnOwnLine = (text: string, { pos }: Span) =>
  text.startsWith('//', pos) && text.slice(text.lastIndexOf('\n', pos) + 1, pos).trim() === ''

/** Takes off `//`, `/**` and the stars; a blank line or an item of a list begins a paragraph. */
function withoutMarks(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^(?:\/\/+|\*+)/, '')
        .trim(),
    )
    .map((line) => (line === '' || /^(?:[-*]|\d+\.|@\w+) /.test(line) ? `\n${line}` : line))
    .join(' ')
    .trim()
}

/** The comments of a file, found by TypeScript's parser. */
export function commentsIn(name: string, text: string): Comment[] {
  const tree = ts.createSourceFile(name, text, OPTIONS)
  return joinLines(text, spansOf(text, literalsOf(tree))).map(({ pos, end }) => ({
    line: tree.getLineAndCharacterOfPosition(pos).line + 1,
    text: withoutMarks(text.slice(pos, end)),
  }))
}
