import { AsyncLocalStorage } from 'node:async_hooks'
import { createFairQueue } from '@atalaya/module-sdk/fair-queue'
import type { Compilable, CompiledQuery, RawBuilder } from 'kysely'
import { AppError } from '#server/domain/errors.ts'
import type { Db, Tx } from './schema.ts'

/** Long reads at a time: PostgreSQL keeps four connections for everything else. */
const PARALLEL = 6
const WAITING_MAX = 2000

const longReads = new WeakSet<CompiledQuery>()
const requester = new AsyncLocalStorage<string>()
const runFairly = createFairQueue({
  parallel: PARALLEL,
  waitingMax: WAITING_MAX,
  refusal: () =>
    new AppError('too_many', 'Too many large reads at once; try again in a moment', { retryAfterSeconds: 1 }),
})

/** Long reads in `work` take turns with those of other users. So a hundred reads of one user delay only that user. */
export const onBehalfOf = <T>(userId: string, work: () => T): T => requester.run(userId, work)

/** Long reads in `work` are the server's own, also if a request happened to begin it. */
export const onServersBehalf = <T>(work: () => T): T => requester.exit(work)

/** Runs a long read by a fair queue, in which users take turns. The server's own reads skip the queue. */
export function readInTurn<T>(work: () => Promise<T>): Promise<T> {
  const group = requester.getStore()
  // `exit`: reads within `work` must not wait in the queue again.
  return group === undefined ? work() : runFairly({ group, member: '' }, () => requester.exit(work))
}

/**
 * Runs a slow read. SQLite reads it in a thread of its own, so that neither the event loop nor writers wait. The round
 * trip takes ten times as long as a point read.
 */
export async function executeLongRead<R>(
  db: Db | Tx,
  read: Compilable<R> | RawBuilder<R> | CompiledQuery<R>,
): Promise<R[]> {
  const query = 'compile' in read ? read.compile(db) : read
  longReads.add(query)
  const execute = () => db.executeQuery(query)
  // A transaction holds a connection already: if it waited in the queue, it could cause a deadlock.
  return (await (db.isTransaction ? execute() : readInTurn(execute))).rows
}

/** True for queries of `executeLongRead`: reads, even if their SQL text looks like a change. */
export const isLongRead = (query: CompiledQuery): boolean => longReads.has(query)

/** Maximum of keys for which a read on the event loop is quicker than one in the reader's thread. */
const KEYS_ON_LOOP_MAX = 10

/** Reads rows by `count` keys: few on the event loop, many as a long read. */
export const executeByKeys = async <R>(db: Db | Tx, read: Compilable<R>, count: number): Promise<R[]> =>
  count > KEYS_ON_LOOP_MAX ? executeLongRead(db, read) : (await db.executeQuery(read.compile())).rows
