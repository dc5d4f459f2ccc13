// Makes calls in a separate thread, so reading their answers costs the server nothing.
import { parentPort, workerData } from 'node:worker_threads'

export type CallRequest = { method: string; url: string; token: string; cookie?: string | undefined; body?: unknown }
/** `waitS`: seconds until the next try, if a limit refused the call. */
export type CallAnswer = { status: number; bytes: number; waitS: number }

/** Maximum of bytes that are read of an answer: far above every limit. */
const READ_MAX = 256 * 2 ** 20

parentPort?.on('message', async (requests: CallRequest[]) =>
  parentPort?.postMessage(await Promise.all(requests.map(ask))),
)

async function ask({ method, url, token, cookie, body }: CallRequest): Promise<CallAnswer> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(cookie !== undefined && { cookie }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const aborter = new AbortController()
  const answer = await fetch(`${workerData}${url}`, {
    method,
    headers,
    signal: aborter.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  let bytes = 0
  // A stream of events has no end.
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > READ_MAX) break
    }
  }
  aborter.abort()
  return { status: answer.status, bytes, waitS: Number(answer.headers.get('retry-after')) }
}
