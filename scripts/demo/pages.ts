import { readFileSync } from 'node:fs'
import path from 'node:path'
import { dashboard, type WidgetConfig } from '@atalaya/contract/dashboard'
import { modulePhotos } from '@atalaya/contract/module-photos'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { modules } from '@atalaya/contract/modules'
import type { Outside } from './outside.ts'
import type { Visitor } from './visitor.ts'

type GridCell = [x: number, y: number, w: number, h: number]
type Widget = [module: string, place: GridCell, config?: WidgetConfig]
type Ids = Map<string, string>

const chart = (ids: Ids, name: string, metric: string, range: string): WidgetConfig => ({
  agentId: ids.get(name) ?? '',
  metric,
  range,
})
const agent = (ids: Ids, name: string): WidgetConfig => ({ agentId: ids.get(name) ?? '' })

/** The pages of the demo: every bundled module is on one of them. */
const boards = (ids: Ids): { name: string; description: string; widgets: Widget[] }[] => [
  {
    name: 'Kitchen wall',
    description: 'The news of the day, for the family at breakfast.',
    widgets: [
      ['weather', [0, 0, 2, 1]],
      ['conversations', [2, 0, 2, 3]],
      ['now-playing', [0, 1, 2, 2]],
      ['spark', [0, 3, 1, 2]],
      ['agent-chart', [1, 3, 3, 2], chart(ids, 'greenhouse', 'temperature.celsius', '24 hours')],
    ],
  },
  {
    name: 'Machines',
    description: 'Everything that has a plug.',
    widgets: [
      ['fleet-overview', [0, 0, 4, 1]],
      ['agent-status', [0, 1, 2, 2], agent(ids, 'garage-nas')],
      ['agent-chart', [2, 1, 2, 2], chart(ids, 'garage-nas', 'cpu.percent', '24 hours')],
      ['agent-status', [0, 3, 1, 1], agent(ids, 'attic-pi')],
      ['agent-status', [1, 3, 1, 1], agent(ids, 'studio')],
      ['agent-status', [0, 4, 1, 1], agent(ids, 'router')],
      ['agent-status', [1, 4, 1, 1], agent(ids, 'greenhouse')],
      ['alerts', [2, 3, 2, 2]],
    ],
  },
  {
    name: 'Games night',
    description: 'The club, on Fridays.',
    widgets: [
      ['game-server', [0, 0, 2, 2]],
      ['now-playing-compact', [2, 0, 2, 1]],
      ['weather', [2, 1, 2, 1]],
      ['agent-chart', [0, 2, 3, 3], chart(ids, 'club-server', 'cpu.percent', '6 hours')],
      ['spark', [3, 2, 1, 3]],
    ],
  },
  {
    name: 'Household',
    description: 'Appointments and tasks.',
    widgets: [
      [
        'wall-clock',
        [0, 0, 2, 1],
        { places: ['Asia/Tokyo', 'America/Lima'].map((zone) => ({ name: cityOf(zone), zone })) },
      ],
      ['countdown', [2, 0, 2, 1], { title: 'Summer camp', date: '2026-07-14', time: '09:30', yearly: true }],
      ['calendar', [0, 1, 2, 2]],
      ['todo', [2, 1, 1, 2], { title: 'Shopping' }],
      ['notes', [3, 1, 1, 2], { text: '## Guests\n\nWi-Fi **Lighthouse**, password on the fridge.' }],
      ['picture', [0, 3, 2, 2]],
      ['feeds', [2, 3, 1, 2]],
      ['photos', [3, 3, 1, 2]],
    ],
  },
  {
    name: 'Services',
    description: 'Everything else that runs in the house.',
    widgets: [
      ['links', [0, 0, 2, 2]],
      ['any-json', [2, 0, 2, 2]],
      ['gauge', [0, 2, 1, 1], { ...agent(ids, 'garage-nas'), metric: 'memory.used' }],
      ['gauge', [1, 2, 1, 1], { ...agent(ids, 'greenhouse'), metric: 'temperature.celsius' }],
      ['home-assistant', [0, 3, 2, 2]],
      ['web-page', [2, 2, 2, 3]],
    ],
  },
]

const cityOf = (zone: string): string => zone.split('/').at(-1) ?? zone

const shopping = ['Bread', 'Milk', 'Light bulbs', 'Stamps']

/** Makes the pages; `ids` are those of the agents by their names. */
export async function makePages(call: Visitor, ids: Ids, outside: Outside): Promise<void> {
  const { configs } = outside
  for (const { name, description, widgets } of boards(ids)) {
    const { page } = await call(dashboard.create, { body: { name, description } })
    for (const [id, [x, y, w, h], config] of widgets) {
      const body = { meta: { id }, config: config ?? configs[id] ?? {}, position: { x, y, w, h } }
      const { module } = await call(dashboard.install, { params: { id: page._id }, body })
      if (id === 'todo') await fillList(call, module._id)
      if (id === 'photos') await fillAlbum(call, module._id)
    }
  }
  await makeRemainingPage(call, outside)
}

/** Fills the list of things to do, which the widget itself stores. */
async function fillList(call: Visitor, widgetId: string): Promise<void> {
  const items = shopping.map((text, index) => ({ id: `sample-${index}`, text, done: index === 3 }))
  await call(moduleRequests.writeStorage, { params: { widgetId }, body: { value: { items } } })
}

/** Adds drawings, as JPEGs, in place of anybody's photos. */
async function fillAlbum(call: Visitor, widgetId: string): Promise<void> {
  for (const name of ['sea', 'hills', 'cat']) {
    const jpeg = readFileSync(path.join(import.meta.dirname, 'photos', `${name}.jpg`), 'base64')
    await call(modulePhotos.add, { params: { widgetId }, body: { jpeg } })
  }
}

/** Makes a last page for modules that no other page shows, so that new modules are in the demo, too. */
async function makeRemainingPage(call: Visitor, { configs }: Outside): Promise<void> {
  const { pages } = await call(dashboard.list, {})
  const shown = new Set(pages.flatMap((page) => page.modules.map(({ meta }) => meta.id)))
  const { modules: all } = await call(modules.list, {})
  const missing = all.filter(({ id }) => !shown.has(id))
  if (missing.length === 0) return
  const { page } = await call(dashboard.create, { body: { name: 'And also' } })
  for (const { id } of missing) {
    await call(dashboard.install, { params: { id: page._id }, body: { meta: { id }, config: configs[id] ?? {} } })
  }
}

/** Stand-ins for outside services have new addresses at each start: updates the widgets that ask them. */
export async function pointWidgets(call: Visitor, { configs }: Outside): Promise<void> {
  const { pages } = await call(dashboard.list, {})
  for (const page of pages) {
    for (const { _id: moduleId, meta } of page.modules) {
      const config = configs[meta.id]
      if (config) await call(dashboard.editModule, { params: { id: page._id, moduleId }, body: { config } })
    }
  }
}
