import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely'
import { onTestFinished } from 'vitest'

/** Records the number of rows that each statement of this process removes or changes, by table. */
export function watchChanges(verb: 'delete from' | 'update'): Map<string, number[]> {
  const executor: { executeQuery: (query: CompiledQuery) => Promise<QueryResult<unknown>> } =
    DefaultQueryExecutor.prototype
  const { executeQuery } = executor
  const pattern = new RegExp(`^\\s*${verb} "?(\\w+)`)
  const changed = new Map<string, number[]>()
  executor.executeQuery = async function (query) {
    const result = await executeQuery.call(this, query)
    const [, table] = pattern.exec(query.sql) ?? []
    if (table) changed.set(table, [...(changed.get(table) ?? []), Number(result.numAffectedRows)])
    return result
  }
  onTestFinished(() => {
    executor.executeQuery = executeQuery
  })
  return changed
}
