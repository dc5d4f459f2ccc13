import type { Db, Tx } from '#server/db/schema.ts'

/** A process that holds agents' connections; `beat` rises while it lives. */
export type Instance = { id: string; beat: number }

/** SQL on the known instances. */
export function createInstancesRepo(db: Db | Tx) {
  return {
    /** Raises the instance's beat; 1 for a new instance. */
    async beat(id: string): Promise<number> {
      const row = await db
        .insertInto('instances')
        .values({ id, beat: 1 })
        .onConflict((conflict) => conflict.column('id').doUpdateSet((of) => ({ beat: of('instances.beat', '+', 1) })))
        .returning('beat')
        .executeTakeFirstOrThrow()
      return row.beat
    },

    all: (): Promise<Instance[]> => db.selectFrom('instances').select(['id', 'beat']).execute(),

    async remove(id: string): Promise<void> {
      await db.deleteFrom('instances').where('id', '=', id).execute()
    },
  }
}
export type InstancesRepo = ReturnType<typeof createInstancesRepo>
