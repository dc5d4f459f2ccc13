import { STORAGE_MAX } from '@atalaya/contract/module-requests'
import type { CallInput } from '#test/support/access-world.ts'
import { offlineRule } from '#test/support/alert-fixtures.ts'
import type { Firsts } from './fill.ts'
import { type Call, callsOf } from './heaviest.ts'

type Resources = { emptyPageId: string; framePath: string }

const anyNumber = { kind: 'metric', metric: 'cpu.percent', is: 'above', value: 0 }
const tags = Array.from({ length: 20 }, (_, n) => `tag-${n}`)
const report = { pageId: null, version: '1', width: 1, height: 1, memoryBytes: null, stillMs: 0 }

/** Calls about alerts, displays and widgets with the maximum of data. A display makes its own calls. */
export function heaviestOfScreens(firsts: Firsts, { emptyPageId, framePath }: Resources): Call[] {
  const { agentId, displayId } = firsts
  const calls: [string, CallInput][] = [
    ...['', '&unacknowledged=true', '&state=ended', '&state=ended&page=800', `&state=ended&agentId=${agentId}`].map(
      (filter): [string, CallInput] => ['GET /api/v1/alerts', { query: `?pageSize=100${filter}` }],
    ),
    ['GET /api/v1/alerts/:id', { params: { id: 'rule-fires-1' } }],
    ['GET /api/v1/alerts/:id', { params: { id: 'fleet-rule-fires-1' } }],
    ['POST /api/v1/alerts/:id/acknowledge', { params: { id: 'rule-fires-2' } }],
    ['POST /api/v1/alerts/rules/preview', { body: { ...offlineRule, condition: anyNumber } }],
    ['POST /api/v1/alerts/rules/preview', { body: { ...offlineRule, reach: 'fleet', selector: { without: tags } } }],
    ['PATCH /api/v1/alerts/rules/:id', { params: { id: 'rule-2' }, body: { rule: offlineRule, version: 1 } }],
    ['DELETE /api/v1/alerts/rules/:id', { params: { id: 'rule-3' } }],
    ['DELETE /api/v1/alerts/rules/:id', { params: { id: 'fleet-rule-3' } }],
    ['GET /api/v1/alerts/messages', { query: '?before=told-40' }],
    ['POST /api/v1/displays/orders', { body: { to: { displayIds: [displayId] }, order: { kind: 'next' } } }],
    ['DELETE /api/v1/dashboard/trash/:id', { params: { id: 'trash-1' } }],
    ['POST /api/v1/dashboard/pages/:id/copies', { params: { id: emptyPageId }, body: { moduleId: 'widget-1' } }],
    ['GET /api/v1/dashboard/pages/:id', { params: { id: 'page-1' } }],
    ['GET /api/v1/modules/storage/:widgetId', { params: { widgetId: 'widget-1' } }],
    [
      'POST /api/v1/modules/storage/:widgetId',
      { params: { widgetId: 'widget-1' }, body: { value: 'y'.repeat(STORAGE_MAX - 2) } },
    ],
    [
      'POST /api/v1/modules/suggestions/:id',
      { params: { id: 'any-json' }, body: { field: 'path', text: 'y', values: { address: 'http://127.0.0.1:9/' } } },
    ],
    [`GET ${framePath}`, {}],
  ]
  const page = { params: { id: 'page-2' }, body: { description: 'Changed' } }
  const asDisplay: [string, CallInput][] = [
    ['POST /api/v1/display/report', { body: { screen: 'screen-one', report } }],
    ['GET /api/v1/display', {}],
    ['GET /api/v1/dashboard/pages', {}],
    ['GET /api/v1/modules', {}],
    ['GET /api/v1/modules/storage/:widgetId', { params: { widgetId: 'widget-1' } }],
    ['GET /api/v1/events', {}],
  ]
  return [
    ...callsOf(calls, ['a', 'admin']),
    // A change of a page makes the server read a display's rights again.
    ...asDisplay.flatMap((call) => [
      ...callsOf([['PATCH /api/v1/dashboard/pages/:id', page]], ['a']),
      ...callsOf([call], ['display']),
    ]),
  ]
}
