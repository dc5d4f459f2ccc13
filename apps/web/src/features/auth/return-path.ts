/** Page to open after signing in: the path that the route guard kept in `state.from`, never a URL of another origin. */
export function returnPath(state: unknown, origin: string = window.location.origin): string {
  const from = (state as { from?: { pathname?: unknown; search?: unknown; hash?: unknown } } | null)?.from
  const parts = [from?.pathname, from?.search, from?.hash]
  const path = parts.map((part) => (typeof part === 'string' ? part : '')).join('')
  if (!path.startsWith('/') || !URL.canParse(path, origin)) return '/'
  const url = new URL(path, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : '/'
}
