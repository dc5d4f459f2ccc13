import { DatabaseSync } from 'node:sqlite'
import { parentPort } from 'node:worker_threads'
import { configureConnection, ROLLBACK, statementCache } from './sqlite-file.ts'

/** The first request to a thread, and again after it has closed a file. */
export type OpenRequest = { file: string; isReader: boolean }
/** The answer to `close`: the thread can open another file. */
export const CLOSED = 'closed'

/** A statement, whose parameters are values or, for many rows, columns of values. */
export type Statement = { sql: string; parameters: readonly unknown[] }
/**
 * One request to a thread: statements of an open transaction, or whole transactions that share one commit. Statements
 * stop at the first that fails, and get one answer. Each transaction succeeds or fails alone, and gets its own answer.
 */
export type RunRequest = { id: number } & ({ statements: Statement[] } | { transactions: Statement[][] })
/** An answer for the statements, or one for each transaction. */
export type RunReply = { id: number; answers: Answer[] }
export type Answer = { ok: true; done: StatementResult[] } | { ok: false; message: string; code: string }

const ROWS_PER_BATCH = 32

export type StatementResult = [rows: unknown[], changes: number]

const port = parentPort
if (!port) throw new Error('This file runs as a worker')
let db: DatabaseSync
let prepare: ReturnType<typeof statementCache>

port.on('message', (request: OpenRequest | RunRequest | 'close' | 'end') => {
  if (request === 'close') {
    db.close()
    port.postMessage(CLOSED)
  } else if (request === 'end') {
    port.close()
  } else if ('file' in request) {
    open(request)
  } else {
    const answers = 'transactions' in request ? runInOneCommit(request.transactions) : [tryAll(request.statements)]
    port.postMessage({ id: request.id, answers } satisfies RunReply)
  }
})

function open({ file, isReader }: OpenRequest): void {
  db = configureConnection(new DatabaseSync(file))
  if (isReader) db.exec('pragma query_only = on')
  prepare = statementCache(db)
}

/** Runs statements one after the other until one fails. */
function tryAll(statements: Statement[]): Answer {
  try {
    return runAll(statements)
  } catch (error) {
    return refusal(error)
  }
}

/** Runs transactions in one commit; each of them succeeds or fails by itself. */
function runInOneCommit(transactions: Statement[][]): Answer[] {
  try {
    run('begin immediate')
    const answers = transactions.map(runInSavepoint)
    run('commit')
    return answers
  } catch (error) {
    run(ROLLBACK)
    return transactions.map(() => refusal(error))
  }
}

function runInSavepoint(statements: Statement[]): Answer {
  run('savepoint one')
  try {
    const done = runAll(statements)
    run('release one')
    return done
  } catch (error) {
    // On a full disk SQLite has rolled back the others, too.
    if (!db.isTransaction) throw error
    run('rollback to one')
    run('release one')
    return refusal(error)
  }
}

function runAll(statements: Statement[]): Answer {
  const done = statements.map(
    ({ sql, parameters }): StatementResult =>
      isColumns(parameters) ? [[], insert(sql, parameters)] : run(sql, parameters),
  )
  return { ok: true, done }
}

function refusal(error: unknown): Answer {
  const { message, errcode } = error as Error & { errcode?: number }
  return { ok: false, message, code: String(errcode ?? '') }
}

function run(sql: string, parameters: readonly unknown[] = []): StatementResult {
  // On a full disk SQLite has rolled back already.
  if (sql === ROLLBACK && !db.isTransaction) return [[], 0]
  const statement = prepare(sql)
  if (statement.columns().length === 0) return [[], Number(statement.run(...(parameters as never[])).changes)]
  const rows = statement.all(...(parameters as never[]))
  return [rows, rows.length]
}

const isColumns = (parameters: readonly unknown[]): parameters is unknown[][] => Array.isArray(parameters[0])

/** Inserts rows, given by columns. A statement for 32 rows takes a third less time than 32 of them. */
function insert(sql: string, columns: unknown[][]): number {
  const placeholders = sql.slice(sql.lastIndexOf('('))
  const batchSql = `${sql}${`, ${placeholders}`.repeat(ROWS_PER_BATCH - 1)}`
  const length = columns[0]?.length ?? 0
  const batchedLength = length - (length % ROWS_PER_BATCH)
  for (let row = 0; row < batchedLength; row += ROWS_PER_BATCH)
    prepare(batchSql).run(...rowsOf(columns, row, row + ROWS_PER_BATCH))
  for (let row = batchedLength; row < length; row++) prepare(sql).run(...rowsOf(columns, row, row + 1))
  return length
}

function rowsOf(columns: unknown[][], from: number, to: number): never[] {
  const values: unknown[] = []
  for (let row = from; row < to; row++) for (const column of columns) values.push(column[row])
  return values as never[]
}
