/** Joins the lines of a text into one. */
export const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')

/** Message of a fault in one line, and the place where it was thrown. */
export function faultInOneLine({ message = '', stack = '' }: { message?: string; stack?: string }): string {
  const place = stack.split('\n    at ')[1]?.split('\n')[0]
  return inOneLine(message) + (place ? ` (at ${place})` : '')
}
