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
    async traffic({ as, addWidget }) {
      const [one, other] = [await addWidget('ada'), await addWidget('ada')]
      const store = (widgetId: string) =>
        as('ada', moduleRequests.writeStorage, { params: { widgetId }, body: { value: 1 } })
      return { sendCounted: () => store(one), sendForAnother: () => store(other) }
    },
  },
  'storage writes of all widgets of a user': {
    max: 720,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'modules.too_many',
    async traffic({ as, addWidget }) {
      const widgets: string[] = []
      for (let n = 0; n < 13; n++) widgets.push(await addWidget('bob'))
      const othersWidget = await addWidget('ada')
      const store = (who: string, widgetId = '') =>
        as(who, moduleRequests.writeStorage, { params: { widgetId }, body: { value: 1 } })
      return {
        sendCounted: (n) => store('bob', widgets[n % widgets.length]),
        sendForAnother: () => store('ada', othersWidget),
      }
    },
  },
}
