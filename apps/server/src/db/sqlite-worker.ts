import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { configure, statementCache } from './sqlite-file.ts'

/** One request to the writer: a statement, whose parameters are values or, for many rows, columns of values. */
export type WriteRequest = { id: number; sql: string; parameters: unknown[] }
export type WriteReply = { id: number } & (
  | { ok: true; rows: unknown[]; changes: number }
  | { ok: false; message: string; code: string }
)

const ROWS_AT_ONCE = 32

const port = parentPort
if (!port) throw new Error('This file runs as a worker')
const db = configure(new DatabaseSync(workerData.file))
const prepare = statementCache(db)

port.on('message', (request: WriteRequest | 'close') => {
  if (request === 'close') {
    db.close()
    port.close()
    return
  }
  port.postMessage(answer(request))
})

function answer({ id, sql, parameters }: WriteRequest): WriteReply {
  try {
    const [rows, changes] = isColumns(parameters) ? [[], insert(sql, parameters)] : run(sql, parameters)
    return { id, ok: true, rows, changes }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { id, ok: false, message, code: String(errcode ?? '') }
  }
}

function run(sql: string, parameters: unknown[]): [rows: unknown[], changes: number] {
  const statement = prepare(sql)
  if (statement.columns().length === 0) return [[], Number(statement.run(...(parameters as never[])).changes)]
  const rows = statement.all(...(parameters as never[]))
  return [rows, rows.length]
}

const isColumns = (parameters: unknown[]): parameters is unknown[][] => Array.isArray(parameters[0])

/** Inserts the rows of which these are the columns. A statement for 32 rows takes a third less time than 32 of them. */
function insert(sql: string, columns: unknown[][]): number {
  const one = sql.slice(sql.lastIndexOf('('))
  const many = `${sql}${`, ${one}`.repeat(ROWS_AT_ONCE - 1)}`
  const length = columns[0]?.length ?? 0
  const whole = length - (length % ROWS_AT_ONCE)
  for (let row = 0; row < whole; row += ROWS_AT_ONCE) prepare(many).run(...rowsOf(columns, row, row + ROWS_AT_ONCE))
  for (let row = whole; row < length; row++) prepare(sql).run(...rowsOf(columns, row, row + 1))
  return length
}

function rowsOf(columns: unknown[][], from: number, to: number): never[] {
  const values: unknown[] = []
  for (let row = from; row < to; row++) for (const column of columns) values.push(column[row])
  return values as never[]
}
