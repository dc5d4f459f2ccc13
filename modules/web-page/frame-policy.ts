/** Response header that forbids pages of the origin `framingOrigin` to frame this page; null if none does. */
export function blockingHeader(
  headers: Readonly<Record<string, string>>,
  page: URL,
  framingOrigin: string | undefined,
): string | null {
  const ancestors = ancestorsIn(headers['content-security-policy'] ?? '')
  // If a page names its ancestors, browsers ignore the older header (CSP3, 6.4.2).
  if (ancestors)
    return ancestors.some((source) => allowsOrigin(source, page, framingOrigin)) ? null : 'Content-Security-Policy'
  const options = headers['x-frame-options']?.trim().toLowerCase() ?? ''
  const isForbidden = options === 'deny' || (options === 'sameorigin' && page.origin !== framingOrigin)
  return isForbidden ? 'X-Frame-Options' : null
}

/** The values of `frame-ancestors`; null if the policy has none. */
function ancestorsIn(policy: string): string[] | null {
  const directive = policy
    .split(/[;,]/)
    .map((part) => part.trim().toLowerCase().split(/\s+/))
    .find(([name]) => name === 'frame-ancestors')
  return directive ? directive.slice(1) : null
}

/** True if a `frame-ancestors` source allows `framingOrigin`. If that is not known, any host counts as allowed. */
function allowsOrigin(source: string, page: URL, framingOrigin: string | undefined): boolean {
  if (source === "'none'") return false
  if (source === "'self'") return page.origin === framingOrigin
  if (source === '*' || framingOrigin === undefined) return true
  const { protocol, hostname } = new URL(framingOrigin)
  if (source === protocol) return true
  const [host = ''] = (source.split('://').at(-1) ?? '').split(/[:/]/)
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : host === hostname
}
