import { CompiledQuery, DefaultQueryExecutor, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Db } from '#server/db/schema.ts'
import { isUniqueViolation } from '#server/db/violations.ts'

/** Plan of the database for one statement. */
export type Plan = {
  sql: string
  /** Tables that it scans as a whole, partitions by their own name. */
  scanned: string[]
  /** Maximum rows that one step of it reads; null if the database doesn't say. */
  rows: number | null
  /** True if it changes a table, according to the database. */
  isWrite: boolean
  text: string
}

/** Records every statement of this process, as the program sends it. */
export function captureStatements() {
  const executor: { executeQuery: (query: CompiledQuery) => Promise<unknown> } = DefaultQueryExecutor.prototype
  const { executeQuery } = executor
  let seen: CompiledQuery[] = []
  executor.executeQuery = function (query) {
    seen.push(query)
    return executeQuery.call(this, query)
  }
  return {
    /**
     * Statements since the last call that have a plan, each once. Leaves out those on one partition, named by its
     * hour: it may have been dropped.
     */
    take(): CompiledQuery[] {
      const planned = seen.filter(
        (query) => /^\s*(select|insert|update|delete|with)\b/i.test(query.sql) && !/_\d{8}t\d\d"/.test(query.sql),
      )
      seen = []
      return [...new Map(planned.map((query) => [query.sql, query])).values()]
    },
    stop(): void {
      executor.executeQuery = executeQuery
    },
  }
}

/**
 * Plan of a statement. PostgreSQL runs the statement and rolls it back. With `asIfLarge` PostgreSQL scans whole tables
 * only if there is no other way, as with large tables.
 */
export const planOf = (db: Db, query: CompiledQuery, asIfLarge: boolean): Promise<Plan> =>
  isPostgres(db) ? planOfPostgres(db, query, asIfLarge) : planOfSqlite(db, query)

async function planOfSqlite(db: Db, { sql: text, parameters }: CompiledQuery): Promise<Plan> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
  )
  const details = rows.map(({ detail }) => detail)
  const subqueries = details.flatMap((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(detail)?.[1] ?? [])
  // With an index, a limited list is read in order; without one every row of the table is read. Co-routines and
  // materialised subqueries are no tables: their own plans are listed, too.
  const scanned = details
    .flatMap((detail) => /^SCAN (\w+)$/.exec(detail)?.[1] ?? [])
    .filter((name) => !subqueries.includes(name))
  return {
    sql: text,
    scanned: [...scanned, ...listsInLoops(details)],
    rows: null,
    isWrite: await isWriteOnSqlite(db, text),
    text: details.join('\n'),
  }
}

/** The compiled statement begins a transaction, and its second operand is 1 for one that writes. */
async function isWriteOnSqlite(db: Db, text: string): Promise<boolean> {
  const { rows } = await sql.raw<{ opcode: string; p2: number }>(`explain ${text}`).execute(db)
  return rows.some(({ opcode, p2 }) => opcode === 'Transaction' && p2 === 1)
}

/** Parameter lists (`json_each`) that are scanned for each row of an earlier table: SQLite chose the wrong order. */
const listsInLoops = (details: string[]): string[] =>
  details.flatMap((detail, index) => {
    const outer = /^(?:SEARCH|SCAN) (\w+) (?!.*\((?:rowid|id|ref)=\?\))/.exec(details[index - 1] ?? '')?.[1]
    return detail.startsWith('SCAN json_each') && outer && outer !== 'json_each'
      ? [`list for each row of ${outer}`]
      : []
  })

type Node = Partial<Record<'Node Type' | 'Relation Name' | 'Index Name', string>> &
  Partial<
    Record<'Actual Rows' | 'Actual Loops' | 'Rows Removed by Filter' | 'Rows Removed by Index Recheck', number>
  > & {
    Plans?: Node[]
  }

async function planOfPostgres(db: Db, { sql: text, parameters }: CompiledQuery, asIfLarge: boolean): Promise<Plan> {
  /** Explains the statement, and rolls back its effects. */
  async function explain(options: string): Promise<Node> {
    const undone = Object.assign(new Error('only its plan was wanted'), { root: {} as Node })
    const run = db.transaction().execute(async (tx) => {
      for (const way of asIfLarge ? ['seqscan', 'hashjoin', 'mergejoin'] : []) {
        await sql.raw(`set local enable_${way} = off`).execute(tx)
      }
      const query = CompiledQuery.raw(`explain (${options}, format json) ${text}`, [...parameters])
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(query)
      undone.root = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {}
      throw undone
    })
    await run.catch((error) => {
      if (error !== undone) throw error
    })
    return undone.root
  }
  const root = await explain('analyze, timing off').catch((error) => {
    // A second insert of the same row fails; its plan can be had without running it.
    if (isUniqueViolation(error)) return explain('costs off')
    throw error
  })
  const nodes = nodesOf(root).filter((node) => !node['Node Type']?.includes('ModifyTable'))
  return {
    sql: text,
    scanned: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [])),
    rows: Math.max(0, ...nodes.filter((node) => node['Relation Name'] ?? node['Index Name']).map(rowsRead)),
    isWrite: nodesOf(root).some((node) => node['Node Type'] === 'ModifyTable'),
    text: JSON.stringify(
      nodes.map(({ Plans, ...node }) => node),
      null,
      1,
    ),
  }
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

function rowsRead(node: Node): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 0)
}

/** Tables, partitions too, with more rows than a statement may scan. */
export async function largeTables(db: Db, rows: number): Promise<Set<string>> {
  const found = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and reltuples > ${rows}`.execute(db)
  return new Set(found.rows.map(({ name }) => name))
}
