import { Parser } from 'htmlparser2'

/** Elements whose content is no text. */
const TEXTLESS = new Set(['script', 'style', 'template', 'iframe', 'noscript'])
/** Elements that end a word. */
const BLOCKS = new Set(['br', 'p', 'div', 'li', 'tr', 'td', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'figure', 'img'])

/** Text of a piece of HTML, in one line of at most `max`. The HTML has at most a few thousand letters. */
export function plainText(html: string, max: number): string {
  let text = ''
  let textlessDepth = 0
  const parser = new Parser({
    onopentagname(name) {
      if (TEXTLESS.has(name)) textlessDepth++
      if (BLOCKS.has(name)) text += ' '
    },
    onclosetag(name) {
      if (TEXTLESS.has(name)) textlessDepth--
      if (BLOCKS.has(name)) text += ' '
    },
    ontext(part) {
      if (textlessDepth === 0) text += part
    },
  })
  parser.end(html)
  return oneLine(text, max)
}

/** Text on one line, without invisible characters; a cut one ends with an ellipsis. */
function oneLine(text: string, max: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here.
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/g, ' ').trim()
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
}
