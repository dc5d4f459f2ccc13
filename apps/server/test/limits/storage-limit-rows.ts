import { moduleRequests } from '@atalaya/contract/module-requests'
import type { LimitRow } from './limit-rows.ts'

const MINUTE_MS = 60_000

/** Limits of widgets' storage. */
export const storageLimitRows: Record<string, LimitRow> = {
  'storage writes of a widget': {
    max: 60,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'modules.too_many',
    async traffic({ as, widget }) {
      const [one, other] = [await widget('ada'), await widget('ada')]
      const store = (widgetId: string) =>
        as('ada', moduleRequests.writeStorage, { params: { widgetId }, body: { value: 1 } })
      return { once: () => store(one), other: () => store(other) }
    },
  },
  'storage writes of all widgets of a user': {
    max: 720,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'modules.too_many',
    async traffic({ as, widget }) {
      const own: string[] = []
      for (let n = 0; n < 13; n++) own.push(await widget('bob'))
      const others = await widget('ada')
      const store = (who: string, widgetId = '') =>
        as(who, moduleRequests.writeStorage, { params: { widgetId }, body: { value: 1 } })
      return { once: (n) => store('bob', own[n % own.length]), other: () => store('ada', others) }
    },
  },
}
