import { Worker } from 'node:worker_threads'
import type { Statement, WriteReply, WriteRequest } from './sqlite-worker.ts'

type Done = { rows: unknown[]; changes: number }
type Waiting = { resolve: (done: Done) => void; reject: (error: Error) => void }

/** A statement that SQLite refused; `code` is its extended result code (2067 and 1555: a row that must be unique). */
class SqliteError extends Error {
  override readonly name = 'SqliteError'
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** The only connection that writes, in a thread of its own: a commit waits for the disk, the event loop does not. */
export type SqliteWriter = {
  /** Runs statements one after the other until one fails; answers the last one's result. */
  run(statements: Statement[]): Promise<Done>
  /** Waits until no other transaction is open and keeps others out until the returned function is called. */
  lock(): Promise<() => void>
  close(): Promise<void>
}

export function startSqliteWriter(file: string): SqliteWriter {
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: { file } })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let tail: Promise<void> = Promise.resolve()

  worker.on('message', (reply: WriteReply) => {
    const caller = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.ok) caller?.resolve(reply)
    else caller?.reject(new SqliteError(reply.message, reply.code))
  })
  worker.on('error', (error) => {
    for (const caller of waiting.values()) caller.reject(error as Error)
    waiting.clear()
  })

  const run = (statements: Statement[]) =>
    new Promise<Done>((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, statements } satisfies WriteRequest)
    })

  const lock = async () => {
    const before = tail
    let release = () => {}
    tail = new Promise((resolve) => {
      release = resolve
    })
    await before
    return release
  }

  return {
    run,
    lock,
    async close() {
      const release = await lock()
      const exited = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('close')
      await exited
      release()
    },
  }
}
