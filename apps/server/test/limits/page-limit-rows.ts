import { dashboard } from '@atalaya/contract/dashboard'
import type { LimitRow } from './limit-rows.ts'

/** Limits on how often somebody makes, removes and orders pages. */
export const pageLimitRows: Record<string, LimitRow> = {
  'changes of a user of the list of pages': {
    max: 300,
    windowMs: 60_000,
    // There is no such page.
    answers: [404],
    code: 'dashboard.too_many_changes',
    async traffic({ as }) {
      const edit = (who: string) => as(who, dashboard.edit, { params: { id: 'none' }, body: { name: 'Hall' } })
      const items = [{ id: 'none', order: 0 }]
      const reorder = () => as('ada', dashboard.reorder, { body: { items } })
      return { once: () => edit('ada'), other: () => edit('bob'), otherWay: reorder }
    },
  },
}
