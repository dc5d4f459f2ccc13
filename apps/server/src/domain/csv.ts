export type Cell = string | number | null | undefined

/**
 * What a spreadsheet would carry out: names and tags are other people's, so it gets a quotation mark before it. Spaces
 * before it, and the wide forms of its signs, are the same to some of them.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/u

function quoted(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of CSV (RFC 4180). */
export const csvLine = (cells: Cell[]): string => `${cells.map(quoted).join()}\r\n`
