/** True for a loopback host: no other device can open a link to it. */
export const isLoopbackHost = (host: string) => /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(host)

/** Advice beside this page's address if no other device reaches it; null otherwise. */
export function onlyHereText(device: string): string | null {
  const { hostname } = window.location
  if (!isLoopbackHost(hostname)) return null
  return `Only this machine reaches ${hostname}. For ${device}, start the server with HOST=0.0.0.0 and open this page under the address that it prints.`
}
