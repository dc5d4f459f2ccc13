import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { configure, statementCache } from './sqlite-file.ts'

/** One request to the writer: a statement, or one statement for many rows inside one transaction. */
export type WriteRequest = { id: number; sql: string } & ({ parameters: unknown[] } | { rows: unknown[][] })
export type WriteReply = { id: number } & (
  | { ok: true; rows: unknown[]; changes: number }
  | { ok: false; message: string; code: string }
)

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

function answer(request: WriteRequest): WriteReply {
  try {
    const statement = prepare(request.sql)
    if ('rows' in request) return { id: request.id, ok: true, rows: [], changes: insertAll(statement, request.rows) }
    const parameters = request.parameters as never[]
    if (statement.columns().length > 0) {
      const rows = statement.all(...parameters)
      return { id: request.id, ok: true, rows, changes: rows.length }
    }
    return { id: request.id, ok: true, rows: [], changes: Number(statement.run(...parameters).changes) }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { id: request.id, ok: false, message, code: String(errcode ?? '') }
  }
}

function insertAll(statement: StatementSync, rows: unknown[][]): number {
  let changes = 0
  db.exec('begin immediate')
  try {
    for (const row of rows) changes += Number(statement.run(...(row as never[])).changes)
    db.exec('commit')
    return changes
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}
