import { parentPort, threadId, workerData } from 'node:worker_threads'
import type { ThreadData, ToThread } from '../querying/messages.ts'

// Stands in for the query thread; the host of a query selects the fault.
const port = parentPort
if (!port) throw new Error('This is started as a thread')
const { heartbeats } = workerData as ThreadData
/** Longer than tests let a thread compute on one answer. */
const STARVED_MS = 1500
/** Version that identifies the thread. */
const version = String(threadId)
const reading = { name: 'Well', map: '', version, isLocked: false, online: 0, max: null, players: [], ping: 1 }
/** Stops the thread as a busy machine does, without using the processor. */
const wait = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
const faults: Record<string, (answer: () => void) => void> = {
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
  starve: (answer) => {
    wait(STARVED_MS)
    answer()
  },
  babble: () => port.postMessage({ kind: 'read', id: 'x'.repeat(10), reading: null }),
}

port.on('message', (message: ToThread) => {
  if (message.kind !== 'query') return
  const { id, query } = message
  const answer = () => port.postMessage({ kind: 'read', id, reading: { ...reading, map: query.host } })
  const fault = faults[query.host]
  // Other hosts are answered late, so that their queries are open when a fault comes.
  if (fault) fault(answer)
  else setTimeout(answer, 100)
})
setInterval(() => Atomics.add(heartbeats, 0, 1), 100)
port.postMessage({ kind: 'ready' })
