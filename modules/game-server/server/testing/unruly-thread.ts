import { parentPort, threadId, workerData } from 'node:worker_threads'
import type { ThreadData, ToThread } from '../asking/messages.ts'

/** A stand-in for the query thread; the host of a server selects its fault. */
const port = parentPort
if (!port) throw new Error('This is started as a thread')
const { beats } = workerData as ThreadData
/** Version that identifies the thread. */
const version = String(threadId)
const reading = { name: 'Well', map: '', version, isLocked: false, online: 0, max: null, players: [], ping: 1 }
const ends: Record<string, () => void> = {
  hang: () => {
    for (;;);
  },
  swell: () => {
    for (const all: object[] = []; ; ) all.push({ all: [] })
  },
  throw: () => {
    throw new Error('thrown')
  },
  exit: () => process.exit(1),
  babble: () => port.postMessage({ kind: 'read', id: 'x'.repeat(10), reading: null }),
}

port.on('message', (message: ToThread) => {
  if (message.kind !== 'ask') return
  const { id, query } = message
  const end = ends[query.host]
  // The well-behaved answer late, so that they are asked when another one's answer comes.
  if (end) end()
  else setTimeout(() => port.postMessage({ kind: 'read', id, reading: { ...reading, map: query.host } }), 100)
})
setInterval(() => Atomics.add(beats, 0, 1), 100)
port.postMessage({ kind: 'ready' })
