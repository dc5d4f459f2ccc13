import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { cachedQuery } from '#server/db/cached-query.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { type AgentFilter, conditions, type Index } from './agent-filter.repo.ts'
import {
  type AgentCursor,
  type AgentOrder,
  indexScansOf,
  NEWEST_FIRST,
  orderIndexOf,
  unknownLast,
} from './agent-order.repo.ts'
import { CONNECTED, shownColumns } from './agent-row.ts'

/** Maximum of found agents that are sorted. More are read in the order of an index. */
const SORTED_MAX = 3000

/** Part of a list. `total` counts all agents of the filter, if it is known. */
export type Part = {
  limit: number
  offset: number
  total?: number
  order?: AgentOrder
  /** Position of the agent before the part; an alternative to `offset`. */
  startAfter?: AgentCursor | undefined
}

type Owner = Pick<AgentFilter, 'ownerId'>
const isEmpty = (filter: AgentFilter) => Object.values(filter).every((value) => value === undefined)
/** True for the most requested lists: all agents, or one owner's. */
const isPlain = ({ ownerId: _, ...rest }: AgentFilter) => isEmpty(rest)

/** Selects each agent as one text, which is read quicker than columns. Equal texts mean equal agents. */
export function shownAgents(db: Db | Tx) {
  const array = sql`(${sql.join(shownColumns.map((name) => sql.ref(name)))})`
  const text = isPostgres(db) ? sql<string>`json_build_array${array}::text` : sql<string>`json_array${array}`
  return db
    .selectFrom('agents')
    .innerJoin('users', 'users.id', 'agents.owner_id')
    .leftJoin('agent_numbers', 'agent_numbers.ref', 'agents.ref')
    .select(text.as('text'))
}

/** SQL on lists of agents (docs/decisions/012-lists-on-indexes.md). */
export function createAgentListRepo(db: Db | Tx) {
  const where = (filter: AgentFilter, index: Index, further: RawBuilder<SqlBool>[]) => {
    const clauses = [...conditions(db, filter, index), ...further]
    return clauses.length === 0 ? sql`` : sql`where ${sql.join(clauses, sql` and `)}`
  }

  /** Scans an index in its order until there are enough agents. `bounds`: conditions where it starts and ends. */
  function scanInOrder(filter: AgentFilter, order: AgentOrder, bounds: RawBuilder<SqlBool>[]): RawBuilder<unknown> {
    const { key, tie } = orderIndexOf(order)
    const selectPosition = sql`select ${key} as key, ${sql.ref(tie)} as tie`
    if (tie !== 'agent_numbers.ref') {
      const index = order.by === 'created' ? 'order of an owner' : 'order'
      return sql`${selectPosition} from agents ${where(filter, index, bounds)}`
    }
    if (isEmpty(filter)) return sql`${selectPosition} from agent_numbers ${where(filter, 'order', bounds)}`
    // SQLite joins a CROSS JOIN in the order in which it is written.
    const joined = isPostgres(db)
      ? sql`agent_numbers join agents on agents.ref = agent_numbers.ref`
      : sql`agent_numbers cross join agents on agents.ref = agent_numbers.ref`
    return sql`${selectPosition} from ${joined} ${where(filter, 'order', bounds)}`
  }

  /**
   * Filters first, then sorts. `offset 0` stops both databases from merging the subquery. SQLite allows it only after a
   * limit; -1 is no limit.
   */
  function filterThenSort(filter: AgentFilter, order: AgentOrder, bounds: RawBuilder<SqlBool>[]): RawBuilder<unknown> {
    const { key, tie } = orderIndexOf(order)
    const joined = tie === 'agent_numbers.ref' ? sql`left join agent_numbers on agent_numbers.ref = agents.ref` : sql``
    return sql`
      select ${key} as key, ${sql.ref(tie)} as tie from agents ${joined} ${where(filter, 'filter', bounds)}
      ${isPostgres(db) ? sql`` : sql`limit -1`} offset 0`
  }

  /** Query of the positions of a part, in order. Returns a function of the columns to select: `key`, `tie`. */
  function positionsQuery(filter: AgentFilter, { limit, offset, total, order = NEWEST_FIRST, startAfter }: Part) {
    const isAlreadyInOrder = isEmpty(filter) || (order.by === 'created' && isPlain(filter))
    const isFew = total !== undefined && total <= SORTED_MAX && !isAlreadyInOrder
    const direction = sql.raw(order.direction)
    const inDirection = sql`key ${direction}, tie ${direction}`
    const scans = indexScansOf(order, startAfter).map((bounds) =>
      (isFew ? filterThenSort : scanInOrder)(filter, order, bounds),
    )
    const [only = sql``] = scans
    // Cut each branch to limit + offset rows; neither database merges sorted UNION parts.
    const branches = scans.map(
      (scan, n) => sql`
        select * from (
          select key, tie, ${sql.lit(n)} as scan from (${scan}) as scanned
          order by ${inDirection} limit ${limit + offset}
        ) as part`,
    )
    const chosen =
      scans.length === 1
        ? sql`(${only}) as chosen order by ${inDirection}`
        : sql`(${sql.join(branches, sql` union all `)}) as chosen order by scan, ${inDirection}`
    return (columns: RawBuilder<unknown>) =>
      sql<AgentCursor>`select ${columns} from ${chosen} limit ${limit} offset ${offset}`
  }

  function shownInOrder(order: AgentOrder, ties: RawBuilder<unknown>) {
    const { key, tie } = orderIndexOf(order)
    const column = sql.ref(order.by === 'created' ? 'agents.id' : 'agents.ref')
    return unknownLast(order)
      .reduce((query, term) => query.orderBy(term), shownAgents(db).where(sql<boolean>`${column} in (${ties})`))
      .orderBy(key, order.direction)
      .orderBy(sql.ref(tie), order.direction)
  }

  const pageQuery = (filter: AgentFilter, part: Part) =>
    shownInOrder(part.order ?? NEWEST_FIRST, positionsQuery(filter, part)(sql`tie`))

  const selectCount = (filter: AgentFilter) => {
    const clauses = conditions(db, filter, 'filter')
    return db
      .selectFrom('agents')
      .select((of) => of.fn.countAll<number>().as('total'))
      .$if(clauses.length > 0, (query) => query.where((of) => of.and(clauses)))
  }
  const plainPage = cachedQuery(
    db,
    'agents.page',
    ({ limit, offset, ...owner }: Owner & { limit: number; offset: number }) => pageQuery(owner, { limit, offset }),
  )
  const plainCount = cachedQuery(db, 'agents.count', (owner: Owner) => selectCount(owner))

  const queryOf = (filter: AgentFilter, part: Part): CompiledQuery<{ text: string }> => {
    const { limit, offset, order = NEWEST_FIRST, startAfter } = part
    if (!isPlain(filter) || order !== NEWEST_FIRST || startAfter) return pageQuery(filter, part).compile()
    return plainPage({ ownerId: filter.ownerId, limit, offset })
  }

  return {
    /** A page of agents, each as the text that `toAgent` parses. */
    async list(filter: AgentFilter, part: Part): Promise<string[]> {
      const query = queryOf(filter, part)
      const rows = isPlain(filter) ? (await db.executeQuery(query)).rows : await executeLongRead(db, query)
      return rows.map(({ text }) => text)
    },

    /** Positions of a part, so that a search for many pages runs once. */
    cursorsOf: (filter: AgentFilter, part: Part): Promise<AgentCursor[]> =>
      executeLongRead(db, positionsQuery(filter, part)(sql`key, tie`)),

    /** Agents at these positions that still match the filter, except for its search. */
    async listAt(cursors: AgentCursor[], { query: _, ...filter }: AgentFilter, order: AgentOrder): Promise<string[]> {
      const clauses = conditions(db, filter, 'order')
      const query = shownInOrder(order, sql.join(cursors.map(({ tie }) => tie)))
      const rows = await executeLongRead(db, clauses.length === 0 ? query : query.where((of) => of.and(clauses)))
      return rows.map(({ text }) => text)
    },

    /** Position of an agent in an order; undefined if it is deleted. */
    async cursorOf(id: string, order: AgentOrder): Promise<AgentCursor | undefined> {
      const { key, tie } = orderIndexOf(order)
      const cursor = sql<AgentCursor>`
        select ${key} as key, ${sql.ref(tie)} as tie
        from agents left join agent_numbers on agent_numbers.ref = agents.ref where agents.id = ${id}`
      return (await executeLongRead(db, cursor))[0]
    },

    /** Number of agents that each filter finds, up to `max`. */
    async countSome(filters: AgentFilter[], max: number): Promise<number[]> {
      const counts = filters.map((filter, n) => {
        const clauses = conditions(db, filter, 'filter')
        const where = clauses.length === 0 ? sql`` : sql`where ${sql.join(clauses, sql` and `)}`
        const found = sql`select 1 from agents ${where} limit ${max}`
        return sql`(select count(*) from (${found}) as found) as ${sql.ref(`n${n}`)}`
      })
      const [row] = await executeLongRead(db, sql<Record<string, number>>`select ${sql.join(counts)}`)
      return filters.map((_, n) => Number(row?.[`n${n}`]))
    },

    /** Distinct values of a column. For all agents a skip scan of its index, for an owner a read of their agents. */
    async distinctValues(column: 'system' | 'version_key', { ownerId }: Owner, limit: number): Promise<string[]> {
      if (ownerId !== undefined) {
        const ofOwner = db.selectFrom('agents').select(column).distinct().where('owner_id', '=', ownerId)
        const rows = await executeLongRead(db, ofOwner.where(column, '<>', '').orderBy(column).limit(limit))
        return rows.map((row) => row[column as keyof typeof row])
      }
      const name = sql.ref(column)
      const next = (after: RawBuilder<unknown>) => sql`select min(${name}) from agents where ${name} > ${after}`
      const occurringValues = sql<{ value: string }>`
        with recursive occurring(value) as (
          ${next(sql.lit(''))} union all select (${next(sql`occurring.value`)}) from occurring where value is not null
        ) select value from occurring where value is not null limit ${limit}`
      return (await executeLongRead(db, occurringValues)).map(({ value }) => value)
    },

    async count(filter: AgentFilter & { isConnected?: boolean }): Promise<number> {
      const { isConnected = false, ...which } = filter
      const isMostRequested = isPlain(which) && !isConnected
      const query = isMostRequested
        ? plainCount({ ownerId: which.ownerId })
        : selectCount(which)
            .$if(isConnected, (all) => all.where('agents.status', 'in', CONNECTED))
            .compile()
      const [row] = isMostRequested ? (await db.executeQuery(query)).rows : await executeLongRead(db, query)
      return Number(row?.total)
    },
  }
}
