const SHORT = /^[A-Z0-9]{8}$/
/** The one in a screen's picture: nobody types it, but an address may bring it. */
const LONG = /^[\w-]{16,128}$/
const GAPS = /[\s\-–—]/g

/** The code in what somebody typed, in any case, with its dash or without; null where that can be none. */
export function codeIn(text: string): string | null {
  const typed = text.trim()
  const short = typed.toUpperCase().replace(GAPS, '')
  if (SHORT.test(short)) return `${short.slice(0, 4)}-${short.slice(4)}`
  return LONG.test(typed) ? typed : null
}
