import { lexer, type Token } from 'marked'

/** Same maximum as the form's; a longer note was not written there. */
const CHARACTERS_MAX = 20_000
/** Bound on the quotations and lists that begin in one line; the parser recurses for each. */
const MARKS_MAX = 12
const MARK = /\s*(?:>|(?:[*+-]|\d{1,9}[.)])(?=\s))/y

/** The tokens of a text in Markdown. */
export const parse = (text: string): Token[] =>
  lexer(text.slice(0, CHARACTERS_MAX).split('\n').map(escapeSurplusMark).join('\n'))

/** Treats the first surplus mark of the line as an ordinary character. */
function escapeSurplusMark(line: string): string {
  MARK.lastIndex = 0
  for (let marks = 0; marks < MARKS_MAX; marks += 1) if (!MARK.test(line)) return line
  const end = MARK.lastIndex
  return `${line.slice(0, end)} \\${line.slice(end).trimStart()}`
}
