// Makes calls in a separate thread, so reading their answers costs the server nothing. Also holds the event streams of
// other people, and makes another person's changes during the calls.
import { parentPort, workerData } from 'node:worker_threads'

export type CallRequest = { method: string; url: string; token: string; cookie?: string | undefined; body?: unknown }
/** `waitS`: seconds until the next try, if a limit refused the call. */
export type CallAnswer = { status: number; bytes: number; waitS: number }
/** `change`: a small change that another person repeats until all `requests` are answered. */
export type Round = { requests: CallRequest[]; change: CallRequest }
/** `changeMs`: the longest time that the other person waited for a change. */
export type RoundAnswer = { answers: CallAnswer[]; changeMs: number }
/** Access tokens of the event streams to hold open, in place of those before. */
export type ListenRequest = { listeners: string[] }

/** Maximum of bytes that are read of an answer: far above every limit. */
const READ_MAX = 256 * 2 ** 20

let streams = new AbortController()

parentPort?.on('message', async (message: Round | ListenRequest) => {
  parentPort?.postMessage('listeners' in message ? await openStreams(message) : await make(message))
})

async function make({ requests, change }: Round): Promise<RoundAnswer> {
  let isOver = false
  const calls = Promise.all(requests.map(ask)).finally(() => {
    isOver = true
  })
  let changeMs = 0
  while (!isOver) {
    const before = performance.now()
    await ask(change)
    changeMs = Math.max(changeMs, performance.now() - before)
  }
  return { answers: await calls, changeMs }
}

/** Opens the streams and reads them until others take their place. Returns the statuses of their answers. */
async function openStreams({ listeners }: ListenRequest): Promise<number[]> {
  streams.abort()
  streams = new AbortController()
  const { signal } = streams
  return Promise.all(
    listeners.map(async (token) => {
      const headers = { authorization: `Bearer ${token}` }
      const { status, body } = await fetch(`${workerData}/api/v1/events`, { headers, signal })
      body?.pipeTo(new WritableStream(), { signal }).catch(() => {})
      return status
    }),
  )
}

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
