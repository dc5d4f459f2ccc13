export type Cell = string | number | null | undefined

/**
 * Beginning of a cell that a spreadsheet would run as a formula; names and tags come from other people. The cell then
 * gets an apostrophe in front. Some spreadsheets ignore spaces before the sign, and accept full-width signs.
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
