import { z } from 'zod'
import { route } from './route.ts'
import { id } from './scalars.ts'
import { sourceState } from './source-state.ts'

/** Time in ms after a read during which the reader still receives changes. */
export const WATCH_MS = 90_000

/** Data that the server fetches for bundled modules. */
export const moduleSources = {
  read: route({
    method: 'GET',
    path: '/api/v1/modules/source/:widgetId',
    access: 'user',
    scope: 'modules:read',
    allowsDisplay: 'widget',
    summary: 'The newest data of a widget; for 90 s the caller gets newer data as `source.updated`',
    params: z.object({ widgetId: id }),
    fails: [429],
    data: z.object({ state: sourceState }),
  }),
  picture: route({
    method: 'GET',
    path: '/api/v1/modules/source/:widgetId/pictures/:key',
    access: 'user',
    scope: 'modules:read',
    allowsDisplay: 'widget',
    summary: "A picture that a widget's data name, as a `data:` address",
    params: z.object({ widgetId: id, key: z.string().max(100) }),
    data: z.object({ picture: z.string() }),
  }),
}
