import { moduleIndexes } from '@atalaya/contract/module-indexes'
import type { LimitRow } from './limit-rows.ts'

/** Limits on how often indexes of modules are fetched for an administrator. */
export const indexLimitRows: Record<string, LimitRow> = {
  'requests for module indexes': {
    max: 30,
    windowMs: 60_000,
    answers: [502],
    code: 'modules.too_many',
    async traffic({ as, makeAdmin }) {
      await makeAdmin('ada')
      // An address without a server.
      const body = { address: 'http://127.0.0.1:1/modules.index' }
      const find = (who: string) => as(who, moduleIndexes.find, { body })
      const key = 'A'.repeat(43)
      return {
        sendCounted: () => find('ada'),
        sendForAnother: () => find('admin'),
        sendSharingLimit: () => as('ada', moduleIndexes.add, { body: { ...body, key } }),
      }
    },
  },
}
