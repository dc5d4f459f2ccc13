import { modulePhotos } from '@atalaya/contract/module-photos'
import type { LimitRow } from './limit-rows.ts'

/** Limits of changes of photos. */
export const photoLimitRows: Record<string, LimitRow> = {
  'photo changes of a user': {
    max: 120,
    windowMs: 60_000,
    // Each call fails, and counts nevertheless: the JPEG is invalid, and no photo has this id.
    answers: [400, 404],
    code: 'modules.too_many',
    async traffic({ as, addWidget }) {
      const [one, another] = [await addWidget('ada', 'photos'), await addWidget('ada', 'photos')]
      const bobsWidget = await addWidget('bob', 'photos')
      const add = (who: string, widgetId: string) =>
        as(who, modulePhotos.add, { params: { widgetId }, body: { jpeg: 'none' } })
      return {
        sendCounted: (n) =>
          n % 3 === 0
            ? as('ada', modulePhotos.move, { params: { widgetId: one, photoId: 'none' }, body: { before: null } })
            : add('ada', n % 3 === 1 ? one : another),
        sendForAnother: () => add('bob', bobsWidget),
        sendSharingLimit: () => as('ada', modulePhotos.remove, { params: { widgetId: one, photoId: 'none' } }),
      }
    },
  },
}
