import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { changedTable, type OnWrite } from './on-write.ts'
import { mayBeHeldBack, passResult } from './unread.ts'

/** Connection to a database, as a driver provides it. */
export type DriverConnection = {
  /** Executes a statement outside of transactions. */
  executeSingle(query: CompiledQuery): Promise<QueryResult<unknown>>
  /** Runs a transaction whose statements are all known, and adds begin and commit. Returns a result for each. */
  executeTransaction(queries: CompiledQuery[]): Promise<QueryResult<unknown>[]>
  /** Waits until a transaction may begin that sends statements one after the other: on SQLite for the write lock. */
  enterTransaction(): Promise<void>
  /** Runs the next statements of the open transaction, in order, until one fails. Returns their results. */
  send(queries: CompiledQuery[]): Promise<QueryResult<unknown>[]>
  /** Ends the transaction. */
  leaveTransaction(): void
  /** Releases the connection; a broken one may have an open transaction. */
  release(isBroken: boolean): void
}
/** Ways to open connections, and callbacks around changes. */
export type DriverOptions = {
  begin: CompiledQuery
  open(): Promise<DriverConnection>
  close(): Promise<void>
  onWrite?: OnWrite | undefined
  /** Called before a change is made for good; an error of it prevents the change. */
  assertWritable?: AssertWritable | undefined
}
export type AssertWritable = () => void
export type DriverListeners = Pick<DriverOptions, 'onWrite' | 'assertWritable'>

type Connection = DatabaseConnection & {
  driverConnection: DriverConnection
  /** Statements held back for the transaction's next round trip; null outside of transactions. */
  held: CompiledQuery[] | null
  /** Settles once the transaction may send; null while it has sent nothing. */
  entered: Promise<void> | null
  /** Tables that its statements changed, until they are reported; null stands for an unknown table. */
  changed: Set<string | null>
  isBroken: boolean
}

/** Maximum of statements that a transaction holds back. */
const HELD_MAX = 100
export const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

/**
 * Runs Kysely's statements on a database. In a transaction, plain inserts and statements of `executeUnread` are held
 * back, and resolve at once without rows. They travel with the next statement that needs its result, to save round
 * trips. If nothing was sent before the commit, the transaction goes in one round trip.
 */
export function createDriver({ begin, open, close, onWrite, assertWritable }: DriverOptions): Driver {
  async function acquire(): Promise<Connection> {
    const driverConnection = await open()
    const connection: Connection = {
      driverConnection,
      held: null,
      entered: null,
      changed: new Set(),
      isBroken: false,
      executeQuery: async <R>(query: CompiledQuery) => {
        const table = changedTable(query)
        if (table !== undefined) connection.changed.add(table)
        if (table !== undefined && !connection.held) assertWritable?.()
        if (!connection.held) {
          const result = await driverConnection.executeSingle(query).finally(() => reportWrites(connection))
          passResult(query, result)
          return result as QueryResult<R>
        }
        connection.held.push(query)
        if (mayBeHeldBack(query) && connection.held.length < HELD_MAX) return { rows: [] }
        return (await sendHeld(connection)) as QueryResult<R>
      },
      streamQuery: () => {
        throw new Error('Streaming queries are not used')
      },
    }
    return connection
  }

  async function sendHeld(connection: Connection): Promise<QueryResult<unknown>> {
    const queries = connection.held ?? []
    connection.held = []
    if (!connection.entered) {
      queries.unshift(begin)
      connection.entered = connection.driverConnection.enterTransaction()
    }
    await connection.entered
    return passResults(queries, await connection.driverConnection.send(queries))
  }
  /** Passes results to the listeners of their queries; returns the last result. */
  function passResults(queries: CompiledQuery[], results: QueryResult<unknown>[]): QueryResult<unknown> {
    for (const [n, query] of queries.entries()) if (results[n]) passResult(query, results[n])
    return results.at(-1) ?? { rows: [] }
  }
  function reportWrites({ changed }: Connection): void {
    for (const table of changed) onWrite?.(table)
    changed.clear()
  }
  function endTransaction(connection: Connection): void {
    reportWrites(connection)
    if (connection.entered) connection.driverConnection.leaveTransaction()
    Object.assign(connection, { held: null, entered: null })
  }

  return {
    init: async () => {},
    acquireConnection: acquire,
    async beginTransaction(kyselyConnection) {
      Object.assign(kyselyConnection, { held: [] })
    },
    async commitTransaction(kyselyConnection) {
      const connection = kyselyConnection as Connection
      const { driverConnection, held, entered } = connection
      if (!held) return
      if (connection.changed.size > 0) assertWritable?.()
      if (entered) passResults(held, await driverConnection.send([...held, COMMIT]))
      else if (held.length > 0) passResults(held, await driverConnection.executeTransaction(held))
      // Not reached after a failure: then Kysely rolls back, and the rollback ends the transaction.
      endTransaction(connection)
    },
    async rollbackTransaction(kyselyConnection) {
      const connection = kyselyConnection as Connection
      try {
        await connection.entered
        if (connection.entered) await connection.driverConnection.send([ROLLBACK])
      } catch (error) {
        connection.isBroken = true
        throw error
      } finally {
        endTransaction(connection)
      }
    },
    async releaseConnection(kyselyConnection) {
      const { driverConnection, isBroken } = kyselyConnection as Connection
      driverConnection.release(isBroken)
    },
    destroy: close,
  }
}
