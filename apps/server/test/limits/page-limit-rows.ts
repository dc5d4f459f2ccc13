import { dashboard } from '@atalaya/contract/dashboard'
import { pageArchive } from '@atalaya/contract/page-archive'
import type { LimitRow } from './limit-rows.ts'

/** Limits on how often a user makes, removes, restores and orders pages. */
export const pageLimitRows: Record<string, LimitRow> = {
  'page changes of a user': {
    max: 300,
    windowMs: 60_000,
    // There is no such page.
    answers: [404],
    code: 'dashboard.too_many_changes',
    async traffic({ as }) {
      const edit = (who: string) => as(who, dashboard.edit, { params: { id: 'none' }, body: { name: 'Hall' } })
      const items = [{ id: 'none', order: 0 }]
      const params = { id: 'none' }
      /** Makes three other calls. Returns the first answer that is no refusal, if any. */
      async function otherWays() {
        const answers = [
          await as('ada', pageArchive.restore, { params }),
          await as('ada', pageArchive.purge, { params }),
          await as('ada', dashboard.reorder, { body: { items } }),
        ] as const
        return answers.find(({ status }) => status !== 429) ?? answers[0]
      }
      return { sendCounted: () => edit('ada'), sendForAnother: () => edit('bob'), sendSharingLimit: otherWays }
    },
  },
}
