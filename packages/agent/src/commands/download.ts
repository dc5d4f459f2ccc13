import { createHash } from 'node:crypto'
import { causeOf, readWithin, urlBelow } from '#agent/connection/connection.ts'

/** Twenty times the agent's present size. */
const FILE_MAX_BYTES = 4 * 1024 * 1024
const DOWNLOAD_TIMEOUT_MS = 120_000

/** Bounds of size and time; tests give smaller ones. */
type DownloadBounds = { maxBytes: number; withinMs: number }
const DEFAULT_BOUNDS: DownloadBounds = { maxBytes: FILE_MAX_BYTES, withinMs: DOWNLOAD_TIMEOUT_MS }

/**
 * Downloads the agent's program from the server, checked against its ETag (SHA-256). A redirect is refused: an address
 * elsewhere is not our server.
 *
 * @throws Error with the reason.
 */
export async function downloadProgram(server: URL, signal: AbortSignal, bounds = DEFAULT_BOUNDS): Promise<Buffer> {
  const stop = new AbortController()
  const abort = () => stop.abort()
  signal.addEventListener('abort', abort, { once: true })
  const limit = setTimeout(abort, bounds.withinMs)
  try {
    const headers = { 'accept-encoding': 'identity' }
    const response = await fetch(urlBelow(server, '/agent.mjs'), { signal: stop.signal, redirect: 'manual', headers })
    if (!response.ok) throw new Error(`The server answered ${response.status}`)
    const bytes = await readWithin(response, bounds.maxBytes)
    const promised = response.headers.get('etag')?.replaceAll('"', '')
    if (createHash('sha256').update(bytes).digest('hex') !== promised) {
      throw new Error('The file is not what the server promised')
    }
    return bytes
  } catch (error) {
    if (stop.signal.aborted && !signal.aborted) throw new Error('The file did not arrive in time')
    throw error instanceof TypeError ? new Error(`The file did not arrive: ${causeOf(error)}`) : error
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', abort)
    stop.abort()
  }
}
