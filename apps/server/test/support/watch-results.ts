import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely'
import { onTestFinished } from 'vitest'

type Row = Record<string, unknown>
type Execute = (query: CompiledQuery) => Promise<QueryResult<Row>>

/** Records the rows that each later statement of this process returns, until the test ends. */
export function watchResults(): { sql: string; rows: Row[] }[] {
  const executor = DefaultQueryExecutor.prototype as unknown as { executeQuery: Execute }
  const { executeQuery } = executor
  const seen: { sql: string; rows: Row[] }[] = []
  executor.executeQuery = async function (query) {
    const result = await executeQuery.call(this, query)
    seen.push({ sql: query.sql, rows: result.rows })
    return result
  }
  onTestFinished(() => {
    executor.executeQuery = executeQuery
  })
  return seen
}
