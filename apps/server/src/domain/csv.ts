export type Cell = string | number | null | undefined

/**
 * Beginning of a cell that a spreadsheet would run as a formula. The cell then gets a quotation mark in front. Names
 * and tags are other people's. Some spreadsheets ignore spaces before it, and take the wide forms of its signs.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/u

function quote(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of CSV (RFC 4180). */
export const csvLine = (cells: Cell[]): string => `${cells.map(quote).join()}\r\n`
