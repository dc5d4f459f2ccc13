/** A text of several lines in one. */
export const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')

/** What a fault says in one line, and where it was thrown. */
export function faultInOneLine({ message = '', stack = '' }: { message?: string; stack?: string }): string {
  const place = stack.split('\n    at ')[1]?.split('\n')[0]
  return inOneLine(message) + (place ? ` (at ${place})` : '')
}
