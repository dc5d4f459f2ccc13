import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { changedBy, isPlainRead, type OnWrite } from './on-write.ts'
import { isUnread, passResult } from './unread.ts'

/** One connection's way to its database. */
export type Line = {
  /** Carries out a statement that stands alone. */
  alone(query: CompiledQuery): Promise<QueryResult<unknown>>
  /** Runs a transaction with all its statements known; returns a result for each. */
  whole(queries: CompiledQuery[]): Promise<QueryResult<unknown>[]>
  /** Makes the way free for a transaction that asks as it goes. */
  enter(): Promise<void>
  /** Runs the next statements of the transaction, in this order, until one fails. Returns their results. */
  send(queries: CompiledQuery[]): Promise<QueryResult<unknown>[]>
  /** Ends it. */
  leave(): void
  /** Gives the line back; a broken one may have an open transaction. */
  release(isBroken: boolean): void
}
export type Lines = {
  begin: CompiledQuery
  open(): Promise<Line>
  close(): Promise<void>
  onWrite?: OnWrite | undefined
  /** Called before a change is made for good; an error of it prevents the change. */
  mayWrite?: MayWrite | undefined
}
export type MayWrite = () => void
export type ToDriver = Pick<Lines, 'onWrite' | 'mayWrite'>

type Connection = DatabaseConnection & {
  line: Line
  /** Statements held back for the transaction's next round trip; null outside of transactions. */
  held: CompiledQuery[] | null
  /** The way is free, or will be; null while nothing of the transaction has been sent. */
  entered: Promise<void> | null
  changed: Set<string | null>
  isBroken: boolean
}

const HELD_MAX = 100
export const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

/**
 * Runs Kysely's statements on a database. In a transaction, statements without a waiting caller are held back. They
 * travel with the next one that has a caller, to save round trips. A transaction that waits only for its commit goes as
 * a whole.
 */
export function createDriver({ begin, open, close, onWrite, mayWrite }: Lines): Driver {
  async function acquire(): Promise<Connection> {
    const line = await open()
    const connection: Connection = {
      line,
      held: null,
      entered: null,
      changed: new Set(),
      isBroken: false,
      executeQuery: async <R>(query: CompiledQuery) => {
        const table = changedBy(query)
        if (table !== undefined) connection.changed.add(table)
        if (table !== undefined && !connection.held && !isPlainRead(query)) mayWrite?.()
        if (!connection.held) {
          const result = await line.alone(query).finally(() => reportWrites(connection))
          passResult(query, result)
          return result as QueryResult<R>
        }
        connection.held.push(query)
        if (isUnread(query) && connection.held.length < HELD_MAX) return { rows: [] }
        return (await send(connection)) as QueryResult<R>
      },
      streamQuery: () => {
        throw new Error('Streaming queries are not used')
      },
    }
    return connection
  }

  async function send(connection: Connection): Promise<QueryResult<unknown>> {
    const queries = connection.held ?? []
    connection.held = []
    if (!connection.entered) {
      queries.unshift(begin)
      connection.entered = connection.line.enter()
    }
    await connection.entered
    return passResults(queries, await connection.line.send(queries))
  }
  /** Answers the last one. */
  function passResults(queries: CompiledQuery[], results: QueryResult<unknown>[]): QueryResult<unknown> {
    for (const [n, query] of queries.entries()) if (results[n]) passResult(query, results[n])
    return results.at(-1) ?? { rows: [] }
  }
  function reportWrites({ changed }: Connection): void {
    for (const table of changed) onWrite?.(table)
    changed.clear()
  }
  function end(connection: Connection): void {
    reportWrites(connection)
    if (connection.entered) connection.line.leave()
    Object.assign(connection, { held: null, entered: null })
  }

  return {
    init: async () => {},
    acquireConnection: acquire,
    async beginTransaction(given) {
      Object.assign(given, { held: [] })
    },
    async commitTransaction(given) {
      const connection = given as Connection
      const { line, held, entered } = connection
      // A failure here makes Kysely roll back, which ends it.
      if (!held) return
      if (connection.changed.size > 0) mayWrite?.()
      if (entered) passResults(held, await line.send([...held, COMMIT]))
      else if (held.length > 0) passResults(held, await line.whole(held))
      end(connection)
    },
    async rollbackTransaction(given) {
      const connection = given as Connection
      try {
        await connection.entered
        if (connection.entered) await connection.line.send([ROLLBACK])
      } catch (error) {
        connection.isBroken = true
        throw error
      } finally {
        end(connection)
      }
    },
    async releaseConnection(given) {
      const { line, isBroken } = given as Connection
      line.release(isBroken)
    },
    destroy: close,
  }
}
