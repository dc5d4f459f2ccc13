import { Worker } from 'node:worker_threads'
import type { Answer, CLOSED, OpenRequest, RunReply, RunRequest, Statement, StatementResult } from './sqlite-worker.ts'

export type { StatementResult }

type Waiting<T> = { resolve: (value: T) => void; reject: (error: Error) => void }
type Queued = Waiting<StatementResult[]> & { statements: Statement[] }

/** A statement that SQLite refused; `code` is its extended result code (2067 and 1555: a row that must be unique). */
class SqliteError extends Error {
  override readonly name = 'SqliteError'
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** A database connection in its own thread, so that commits and long reads do not block the event loop. */
export type SqliteThread = {
  /**
   * Runs a transaction. Transactions that wait together share a message and a commit. Returns a result for each
   * statement.
   */
  transact(statements: Statement[]): Promise<StatementResult[]>
  /**
   * Runs statements one after the other until one fails; returns a result for each. With concurrent writers only the
   * holder of the lock may call it.
   */
  run(statements: Statement[]): Promise<StatementResult[]>
  /** Waits until no transaction is open and keeps others out until the returned function is called. */
  lock(): Promise<() => void>
  close(): Promise<void>
}

/** SQLITE_IOERR: error code of statements whose thread has ended. */
const IOERR = '10'
/** SQLITE_MISUSE: error code of statements after the close. */
const MISUSE = '21'
/** Maximum of transactions that share a commit. It bounds the wait of the next one. */
const TRANSACTIONS_PER_COMMIT = 100

/**
 * Threads that have closed their file, for the next file. A start takes 40 ms of a processor, and tests open one
 * database after the other.
 */
const idleWorkers: Worker[] = []
const IDLE_MAX = 4

function takeThread(): Worker {
  const worker = idleWorkers.pop() ?? new Worker(new URL('./sqlite-worker.ts', import.meta.url))
  worker.removeAllListeners()
  worker.ref()
  return worker
}

/** An idle thread doesn't keep the process alive, and may end unnoticed. */
function keepThread(worker: Worker): void {
  worker.removeAllListeners()
  worker.unref()
  if (idleWorkers.length === IDLE_MAX) {
    worker.postMessage('end')
    return
  }
  worker.on('exit', () => idleWorkers.splice(idleWorkers.indexOf(worker), 1))
  idleWorkers.push(worker)
}

/** `onLost` is called if the thread dies. Later statements fail at once. */
export function startSqliteThread(
  file: string,
  onLost: (cause: Error) => void = () => {},
  { isReader = false }: { isReader?: boolean } = {},
): SqliteThread {
  const worker = takeThread()
  worker.postMessage({ file, isReader } satisfies OpenRequest)
  const waiting = new Map<number, Waiting<Answer[]>>()
  const queued: Queued[] = []
  let lastId = 0
  /** Error of all later statements, once the thread has ended. */
  let endError: SqliteError | null = null
  let tail: Promise<void> = Promise.resolve()

  const closed = Promise.withResolvers<void>()
  worker.on('message', (reply: RunReply | typeof CLOSED) => {
    if (typeof reply === 'string') {
      keepThread(worker)
      return closed.resolve()
    }
    waiting.get(reply.id)?.resolve(reply.answers)
    waiting.delete(reply.id)
  })
  worker.on('messageerror', failPending)
  worker.on('error', (error) => failPending(error as Error))
  worker.on('exit', (code) => {
    failPending(new Error(`exit code ${code}`))
    closed.resolve()
  })

  function failPending(cause: Error): void {
    if (endError !== null) return
    endError = new SqliteError(`The thread of the database has ended: ${cause.message}`, IOERR)
    for (const caller of waiting.values()) caller.reject(endError)
    waiting.clear()
    onLost(cause)
  }

  const sendRequest = (work: { statements: Statement[] } | { transactions: Statement[][] }) =>
    new Promise<Answer[]>((resolve, reject) => {
      if (endError) throw endError
      const id = ++lastId
      worker.postMessage({ id, ...work } satisfies RunRequest)
      waiting.set(id, { resolve, reject })
    })

  const lock = async () => {
    const previous = tail
    let release = () => {}
    tail = new Promise((resolve) => {
      release = resolve
    })
    await previous
    return release
  }

  /** Runs queued transactions once the lock is free. Their errors go to their callers. */
  function startTransacting(): void {
    lock().then((release) => runTransactions(queued.splice(0, TRANSACTIONS_PER_COMMIT)).finally(release), failPending)
  }

  async function runTransactions(batch: Queued[]): Promise<void> {
    if (queued.length > 0) startTransacting()
    try {
      const answers = await sendRequest({ transactions: batch.map(({ statements }) => statements) })
      for (const [n, answer] of answers.entries()) if (batch[n]) settle(batch[n], answer)
    } catch (error) {
      for (const { reject } of batch) reject(error as Error)
    }
  }

  return {
    transact: (statements) =>
      new Promise((resolve, reject) => {
        if (queued.push({ statements, resolve, reject }) === 1) startTransacting()
      }),
    async run(statements) {
      const [answer] = await sendRequest({ statements })
      return new Promise((resolve, reject) => answer && settle({ resolve, reject }, answer))
    },
    lock,
    async close() {
      const release = await lock()
      if (endError === null) {
        endError = new SqliteError('The database is closed', MISUSE)
        worker.postMessage('close')
        await closed.promise
      }
      release()
    },
  }
}

function settle({ resolve, reject }: Waiting<StatementResult[]>, answer: Answer): void {
  if (answer.ok) resolve(answer.done)
  else reject(new SqliteError(answer.message, answer.code))
}
