const CALLBACK = '/spotify-callback'
/** The only hosts that Spotify accepts without TLS: loopback addresses. */
const LOOPBACK = new Set(['127.0.0.1', '[::1]'])

/** Origins of this server besides that of the request. */
export type OwnAddresses = { publicUrl?: string | undefined; origins: readonly string[] }
export type ReturnAddress = { redirectUri: string; problem: null } | { redirectUri: null; problem: string }

/**
 * Redirect address for Spotify's answer, or the problem with it. A page at `origin` reached this server as `host`.
 * Spotify accepts https, and http only for 127.0.0.1 and [::1].
 */
export function returnAddress(origin: string, host: string, { publicUrl, origins }: OwnAddresses): ReturnAddress {
  const page = new URL(origin)
  const publicOrigin = publicUrl === undefined ? null : new URL(publicUrl).origin
  if (page.host !== host && page.origin !== publicOrigin && !origins.includes(page.origin)) {
    return { redirectUri: null, problem: 'This page does not belong to this server.' }
  }
  if (isAccepted(page)) return { redirectUri: `${page.origin}${CALLBACK}`, problem: null }
  const rule = 'Spotify only works with https, or with http://127.0.0.1 on the machine itself'
  return { redirectUri: null, problem: `${rule}; this page is ${page.origin}. ${adviceFor(page, publicOrigin)}` }
}

const isAccepted = ({ protocol, hostname }: URL) => protocol === 'https:' || LOOPBACK.has(hostname)

function adviceFor({ hostname, port }: URL, publicOrigin: string | null): string {
  if (publicOrigin !== null && isAccepted(new URL(publicOrigin))) return `Open ${publicOrigin} instead.`
  if (hostname === 'localhost') return `Open http://127.0.0.1${port === '' ? '' : `:${port}`} instead.`
  return 'Serve Atalaya over https, or connect once in a browser on the machine that it runs on.'
}
