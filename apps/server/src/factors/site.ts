import ipaddr from 'ipaddr.js'

/** Scope of a passkey: this name alone, on pages of this origin. */
export type Site = { rpId: string; origin: string }

/**
 * The site of a page, or null if passkeys can't work there. Browsers allow them over https or on localhost, and only
 * for host names. The origin was checked as one of ours (`http/origins.ts`).
 */
export function siteOf(origin: string | null): Site | null {
  const url = origin === null ? null : URL.parse(origin)
  if (!url) return null
  const { hostname, protocol } = url
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal)
  const isAddress = ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))
  return isSafe && !isAddress ? { rpId: hostname, origin: url.origin } : null
}
