/**
 * Runs `work` in one tab of this browser at a time; when that tab closes, the next one takes over. Browsers open six
 * connections to a host: a stream in every tab would leave none for calls. Without Web Locks (plain HTTP on a LAN)
 * every tab leads.
 */
export async function lead(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  try {
    await navigator.locks.request(name, { signal }, work)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
