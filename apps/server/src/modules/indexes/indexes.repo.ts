import { sql } from 'kysely'
import { isPostgres, jsonRows } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { IndexedEntry, IndexRow, ReadIndex } from './read-index.ts'

/** A followed index. Times are in ms. */
export type StoredIndex = {
  id: string
  address: string
  key: string
  name: string
  serial: number
  madeAt: number
  digest: string
  moduleCount: number
  etag: string | null
  /** Reason why the last update failed, for people. */
  fault: string | null
  /** Key of a refused index that was signed with another key. */
  otherKey: string | null
  /** Failed updates in a row. */
  failures: number
  lookedAt: number
  nextAt: number
}
/** Result of an update, without the index itself. */
export type Refresh = Pick<StoredIndex, 'etag' | 'fault' | 'otherKey' | 'failures' | 'lookedAt' | 'nextAt'>
type Listed = { indexId: string; entry: IndexedEntry }
type Search = { text: string; isInstalled: boolean; offset: number; limit: number }

/** SQL on indexes and their modules. */
export function createIndexesRepo(db: Db | Tx) {
  const entries = ({ text, isInstalled }: Pick<Search, 'text' | 'isInstalled'>) =>
    db
      .selectFrom('indexed_modules')
      .$if(text !== '', (query) => query.where(sql<boolean>`search like ${likePattern(text)} escape '\\'`))
      .$if(isInstalled, (query) =>
        query.where('module_id', 'in', (sub) =>
          sub.selectFrom('module_versions').select('module_versions.module_id').where('removed_at', 'is', null),
        ),
      )

  return {
    async all(): Promise<StoredIndex[]> {
      return (await db.selectFrom('module_indexes').selectAll().orderBy('name').orderBy('id').execute()).map(toIndex)
    },

    async find(id: string): Promise<StoredIndex | null> {
      const row = await db.selectFrom('module_indexes').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toIndex(row) : null
    },

    /** Number of indexes. Until the transaction ends no other one can add an index: PostgreSQL has several writers. */
    async lockAndCount(): Promise<number> {
      if (isPostgres(db)) await sql`lock table module_indexes in share row exclusive mode`.execute(db)
      const row = await db
        .selectFrom('module_indexes')
        .select(({ fn }) => fn.countAll<number | string>().as('n'))
        .executeTakeFirst()
      return Number(row?.n ?? 0)
    },

    /** Finds an index and locks it until the transaction ends; null if it is deleted. */
    async lock(id: string): Promise<StoredIndex | null> {
      const query = db.selectFrom('module_indexes').selectAll().where('id', '=', id)
      const row = await (isPostgres(db) ? query.forUpdate() : query).executeTakeFirst()
      return row ? toIndex(row) : null
    },

    async insert(id: string, address: string, index: ReadIndex, refresh: Refresh): Promise<void> {
      const row = { id, address, ...columnsOf(index), ...columnsOfRefresh(refresh) }
      await db.insertInto('module_indexes').values(row).execute()
      await insertRows(id, index.rows)
    },

    /** Replaces an index by a newer one. */
    async replace(id: string, index: ReadIndex, refresh: Refresh): Promise<void> {
      await db
        .updateTable('module_indexes')
        .set({ ...columnsOf(index), ...columnsOfRefresh(refresh) })
        .where('id', '=', id)
        .execute()
      await db.deleteFrom('indexed_modules').where('index_id', '=', id).execute()
      await insertRows(id, index.rows)
    },

    async saveRefresh(id: string, refresh: Refresh): Promise<void> {
      await db.updateTable('module_indexes').set(columnsOfRefresh(refresh)).where('id', '=', id).execute()
    },

    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('module_indexes').where('id', '=', id).executeTakeFirst()
      return numDeletedRows === 1n
    },

    /** Entry of a module in an index. */
    async entry(indexId: string, moduleId: string): Promise<IndexedEntry | null> {
      const row = await db
        .selectFrom('indexed_modules')
        .select('entry')
        .where('index_id', '=', indexId)
        .where('module_id', '=', moduleId)
        .executeTakeFirst()
      return row ? JSON.parse(row.entry) : null
    },

    /** Modules of all indexes whose texts contain `text`, sorted by name; with `isInstalled` only installed ones. */
    async list(search: Search): Promise<Listed[]> {
      const rows = await entries(search)
        .select(['index_id', 'entry'])
        .orderBy('name')
        .orderBy('module_id')
        .orderBy('index_id')
        .limit(search.limit)
        .offset(search.offset)
        .execute()
      return rows.map((row) => ({ indexId: row.index_id, entry: JSON.parse(row.entry) }))
    },

    async count(search: Pick<Search, 'text' | 'isInstalled'>): Promise<number> {
      const row = await entries(search)
        .select(({ fn }) => fn.countAll<number | string>().as('n'))
        .executeTakeFirst()
      return Number(row?.n ?? 0)
    },
  }

  async function insertRows(indexId: string, rows: readonly IndexRow[]): Promise<void> {
    if (rows.length === 0) return
    const columns = { module_id: 'text', name: 'text', search: 'text', entry: 'text' } as const
    const input = jsonRows(
      db,
      columns,
      rows.map(({ id, name, search, entry }) => [id, name, search, entry]),
    )
    await sql`insert into indexed_modules (index_id, module_id, name, search, entry)
      select ${indexId}, input.module_id, input.name, input.search, input.entry from ${input} as input`.execute(db)
  }
}
export type IndexesRepo = ReturnType<typeof createIndexesRepo>

/** LIKE pattern for texts that contain `text`, in which `%` and `_` are plain characters. */
const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const columnsOf = ({ key, name, serial, madeAt, digest, rows }: ReadIndex) => ({
  key,
  name,
  serial,
  digest,
  made_at: madeAt,
  module_count: rows.length,
})

const columnsOfRefresh = ({ etag, fault, otherKey, failures, lookedAt, nextAt }: Refresh) => ({
  etag,
  fault,
  failures,
  other_key: otherKey,
  looked_at: lookedAt,
  next_at: nextAt,
})

type IndexRowColumns = ReturnType<typeof columnsOf> &
  ReturnType<typeof columnsOfRefresh> & { id: string; address: string }

function toIndex(row: IndexRowColumns): StoredIndex {
  const {
    made_at: madeAt,
    module_count: moduleCount,
    other_key: otherKey,
    looked_at: lookedAt,
    next_at: nextAt,
    ...rest
  } = row
  return { ...rest, madeAt, moduleCount, otherKey, lookedAt, nextAt }
}
