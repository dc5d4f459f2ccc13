import type { InstalledModule, Page } from '@atalaya/contract/dashboard'
import { type Selectable, sql } from 'kysely'
import { cachedQuery } from '#server/db/cached-query.ts'
import type { Db, PagesTable, Tx } from '#server/db/schema.ts'
import { executeUnread } from '#server/db/unread.ts'
import type { PageHead } from './page-list.ts'
import { toWidget, type WidgetRow, widgetColumns } from './widgets.repo.ts'

const columns = ['pages.id as page', 'name', 'slug', 'description', 'sort', 'active', 'version'] as const

type Row = Pick<Selectable<PagesTable>, 'name' | 'slug' | 'description' | 'sort' | 'active' | 'version'> & {
  page: string
}
/** Selection of an account's pages: all, one, or some. */
type Filter = { id?: string | undefined; ids?: readonly string[]; slug?: string | undefined; active?: true | undefined }
export type NewPageRow = Omit<Page, '_id' | 'modules' | 'version'> & { id: string; userId: string; now: number }
export type PageFields = Partial<Pick<Page, 'name' | 'slug' | 'description' | 'active' | 'order'>>

/** SQL on pages; deleted ones are invisible here. */
export function createPagesRepo(db: Db | Tx) {
  const selectPages = (userId: string, filter: Filter) =>
    db
      .selectFrom('pages')
      .leftJoin('widgets', 'widgets.page_id', 'pages.id')
      .select(columns)
      .select(widgetColumns)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .$if(filter.id !== undefined, (query) => query.where('pages.id', '=', filter.id ?? ''))
      .$if(filter.ids !== undefined, (query) => query.where('pages.id', 'in', filter.ids ?? []))
      .$if(filter.slug !== undefined, (query) => query.where('slug', '=', filter.slug ?? ''))
      .$if(filter.active === true, (query) => query.where('active', '=', 1))
      .orderBy('sort')
      .orderBy('created_at')
      .orderBy('pages.id')
      .orderBy('widgets.y')
      .orderBy('widgets.x')
  /** Values of the cached query, which takes only strings and numbers. */
  type FindValues = { userId: string; id?: string | undefined; slug?: string | undefined; active?: 1 | undefined }
  const findQuery = cachedQuery(db, 'pages.one', ({ userId, id, slug, active }: FindValues) =>
    selectPages(userId, { id, slug, active: active && true }),
  )

  const raiseQuery = cachedQuery(db, 'pages.raise', ({ id, from }: { id: string; from: number }) => {
    const version = sql<number>`case when version = ${from} then version + 1 end`
    return db.updateTable('pages').set({ version }).where('id', '=', id)
  })

  return {
    /** All pages of an account in their order, without their widgets. */
    async listHeads(userId: string): Promise<PageHead[]> {
      return db
        .selectFrom('pages')
        .select(['id as _id', 'slug', 'sort as order'])
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .orderBy('sort')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    },

    /** Some pages, in one query, because each query of a transaction is a round trip. */
    async listSome(userId: string, ids: readonly string[]): Promise<Page[]> {
      return toPages(await selectPages(userId, { ids }).execute())
    },

    async find(userId: string, { id, slug, active }: Omit<Filter, 'ids'>): Promise<Page | null> {
      const { rows } = await db.executeQuery(findQuery({ userId, id, slug, active: active && 1 }))
      return toPages(rows)[0] ?? null
    },

    /** Filters ids: returns those of pages of an account. */
    async filterOfUser(userId: string, ids: string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const rows = await db
        .selectFrom('pages')
        .select('id')
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .where('id', 'in', ids)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    /** Locks an account's list of pages, their order and the active page, until the end of the transaction. */
    async lockList(userId: string): Promise<void> {
      await db
        .insertInto('page_lists')
        .values({ user_id: userId, version: 1 })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet((eb) => ({ version: eb('page_lists.version', '+', 1) })),
        )
        .execute()
    },

    /** Raises a page's version; false if there is no such page. */
    async raiseVersion(userId: string, id: string): Promise<boolean> {
      const result = await db
        .updateTable('pages')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    /**
     * Compare-and-set of a page's version. If it is not `from`, the update sets null, and the constraint `not null`
     * fails the transaction. A deletion raises the version, too. After the commit the returned function says if the
     * page exists.
     */
    async raiseVersionFrom(id: string, from: number): Promise<() => boolean> {
      const raised = await executeUnread(db, raiseQuery({ id, from }))
      return () => raised().numAffectedRows === 1n
    },

    async insert(page: NewPageRow): Promise<void> {
      await db
        .insertInto('pages')
        .values({
          id: page.id,
          user_id: page.userId,
          name: page.name,
          slug: page.slug,
          description: page.description,
          sort: page.order,
          active: page.active ? 1 : 0,
          version: 1,
          created_at: page.now,
          deleted_at: null,
        })
        .execute()
    },

    async update(id: string, { name, slug, description, active, order }: PageFields): Promise<void> {
      const values = { name, slug, description, sort: order, active: active === undefined ? undefined : active ? 1 : 0 }
      if (Object.values(values).every((value) => value === undefined)) return
      await executeUnread(db, db.updateTable('pages').set(values).where('id', '=', id))
    },

    /** Deactivates all pages except `id`. Returns the changed ones. */
    async deactivateOthers(userId: string, id: string): Promise<string[]> {
      const rows = await db
        .updateTable('pages')
        .set((eb) => ({ active: 0, version: eb('version', '+', 1) }))
        .where('user_id', '=', userId)
        .where('active', '=', 1)
        .where('id', '!=', id)
        .returning('id')
        .execute()
      return rows.map((row) => row.id)
    },

    async markDeleted(id: string, now: number): Promise<void> {
      await executeUnread(db, db.updateTable('pages').set({ deleted_at: now, active: 0 }).where('id', '=', id))
    },
  }
}
export type PagesRepo = ReturnType<typeof createPagesRepo>

/** Makes pages of rows: one row for each widget, or a single row for a page without widgets. */
function toPages(rows: (Row & { [Key in keyof WidgetRow]: WidgetRow[Key] | null })[]): Page[] {
  const byPage = Map.groupBy(rows, (row) => row.page)
  return [...byPage.values()].flatMap(([first, ...others]) =>
    first ? [toPage(first, [first, ...others].filter(isWidget).map(toWidget))] : [],
  )
}

const isWidget = <R extends { id: string | null }>(row: R): row is R & WidgetRow => row.id !== null

function toPage(row: Row, modules: InstalledModule[]): Page {
  return {
    _id: row.page,
    name: row.name,
    slug: row.slug,
    description: row.description,
    active: row.active === 1,
    order: row.sort,
    version: row.version,
    modules,
  }
}
