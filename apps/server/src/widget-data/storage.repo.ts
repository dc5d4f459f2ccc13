import type { Db, Tx } from '#server/db/schema.ts'

/** SQL on widgets' storage, which is removed with the widget. */
export function createStorageRepo(db: Db | Tx) {
  return {
    async read(widgetId: string): Promise<string | null> {
      const row = await db
        .selectFrom('widget_storage')
        .select('value')
        .where('widget_id', '=', widgetId)
        .executeTakeFirst()
      return row?.value ?? null
    },

    /** Copies one widget's storage to another with an empty one. */
    async copy(from: string, to: string): Promise<void> {
      await db
        .insertInto('widget_storage')
        .columns(['widget_id', 'value'])
        .expression((query) =>
          query
            .selectFrom('widget_storage')
            .select(({ val }) => [val(to).as('widget_id'), 'value'])
            .where('widget_id', '=', from),
        )
        .execute()
    },

    /** Compare-and-set: replaces `expected`, or inserts if that is null; false if another value is stored. */
    async replace(widgetId: string, expected: string | null, value: string): Promise<boolean> {
      if (expected === null) {
        const { numInsertedOrUpdatedRows: rows } = await db
          .insertInto('widget_storage')
          .values({ widget_id: widgetId, value })
          .onConflict((conflict) => conflict.column('widget_id').doNothing())
          .executeTakeFirst()
        return rows === 1n
      }
      const { numUpdatedRows: rows } = await db
        .updateTable('widget_storage')
        .set({ value })
        .where('widget_id', '=', widgetId)
        .where('value', '=', expected)
        .executeTakeFirst()
      return rows === 1n
    },

    async write(widgetId: string, value: string): Promise<void> {
      await db
        .insertInto('widget_storage')
        .values({ widget_id: widgetId, value })
        .onConflict((conflict) => conflict.column('widget_id').doUpdateSet({ value }))
        .execute()
    },
  }
}
export type StorageRepo = ReturnType<typeof createStorageRepo>
