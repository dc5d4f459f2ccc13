/** Code as a screen shows it, without its dash. */
const SHORT = /^[A-Z0-9]{8}$/
/** Code in a screen's QR picture; it comes only in a URL, nobody types it. */
const LONG = /^[\w-]{16,128}$/
const GAPS = /[\s\-–—]/g

/** Normalises a typed code, in upper or lower case and with or without its dash; null if it is invalid. */
export function codeIn(text: string): string | null {
  const typed = text.trim()
  const short = typed.toUpperCase().replace(GAPS, '')
  if (SHORT.test(short)) return `${short.slice(0, 4)}-${short.slice(4)}`
  return LONG.test(typed) ? typed : null
}
