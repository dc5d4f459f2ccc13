import type { WidgetConfig } from '@atalaya/contract/dashboard'
import type { ModuleMeta } from '@atalaya/contract/modules'
import type { PageFile } from '@atalaya/contract/page-archive'

/** Values from the user that a ready page can use. */
export type UserValues = {
  /** Ids of the user's own agents. */
  agents: readonly string[]
  /** City of the user's time zone; undefined if the zone has none. */
  city: string | undefined
}

export type ReadyPage = { name: string; description: string; widgets: readonly Widget[] }
type Widget = {
  id: string
  place: readonly [x: number, y: number, w: number, h: number]
  config?: (user: UserValues) => Readonly<Record<string, string | number | boolean | undefined>>
}

const chartConfig = (nth: number, metric: string) => ({
  config: ({ agents }: UserValues) => ({ agentId: agents[nth] ?? agents[0], metric, range: '24 hours' }),
})
const cityConfig = { config: ({ city }: UserValues) => ({ place: city }) }

/** Templates for a first page. Addresses and passwords are left out; the widgets ask for them. */
export const readyPages: readonly ReadyPage[] = [
  {
    name: 'Kitchen',
    description: 'Time, weather, appointments and the shopping list.',
    widgets: [
      // Upper half: widgets that work without configuration.
      { id: 'wall-clock', place: [0, 0, 2, 2] },
      { id: 'weather', place: [2, 0, 2, 2], ...cityConfig },
      { id: 'calendar', place: [0, 2, 2, 3] },
      { id: 'todo', place: [2, 2, 2, 3], config: () => ({ title: 'Shopping' }) },
    ],
  },
  {
    name: 'Home lab',
    description: 'Your machines, their alerts and your services.',
    widgets: [
      { id: 'fleet-overview', place: [0, 0, 4, 1] },
      { id: 'alerts', place: [0, 1, 2, 2] },
      { id: 'links', place: [2, 1, 2, 2] },
      { id: 'agent-chart', place: [0, 3, 2, 2], ...chartConfig(0, 'cpu.percent') },
      { id: 'agent-chart', place: [2, 3, 2, 2], ...chartConfig(0, 'memory.used') },
    ],
  },
  {
    name: 'Club night',
    description: 'A game server, music, a countdown and conversations.',
    widgets: [
      { id: 'game-server', place: [0, 0, 2, 3] },
      { id: 'now-playing', place: [2, 0, 2, 2] },
      { id: 'countdown', place: [2, 2, 2, 1], config: () => ({ title: 'Next club night' }) },
      { id: 'conversations', place: [0, 3, 2, 2] },
      { id: 'spark', place: [2, 3, 2, 2] },
    ],
  },
  {
    name: 'Operations',
    description: 'For the wall of a team: what is wrong, and how the load goes.',
    widgets: [
      { id: 'fleet-overview', place: [0, 0, 3, 1] },
      { id: 'wall-clock', place: [3, 0, 1, 1] },
      { id: 'alerts', place: [0, 1, 2, 4] },
      { id: 'agent-chart', place: [2, 1, 2, 2], ...chartConfig(0, 'cpu.percent') },
      { id: 'agent-chart', place: [2, 3, 2, 2], ...chartConfig(1, 'cpu.percent') },
    ],
  },
]

/** City in a time zone's name: *Buenos Aires* for `America/Argentina/Buenos_Aires`. */
export function cityOf(zone: string): string | undefined {
  const [region, ...rest] = zone.split('/')
  return region === 'Etc' ? undefined : rest.at(-1)?.replaceAll('_', ' ')
}

/** Page as a file, with only the modules that the catalogue has. */
export function fileOf(
  { name, description, widgets }: ReadyPage,
  user: UserValues,
  catalogue: readonly ModuleMeta[],
): PageFile {
  const modules = widgets.flatMap(({ id, place: [x, y, w, h], config }) => {
    const meta = catalogue.find((entry) => entry.id === id)
    if (!meta) return []
    const module = { id, name: meta.name, version: meta.version }
    return [{ module, config: withoutUndefined(config?.(user) ?? {}), secrets: [], position: { x, y, w, h } }]
  })
  return { format: 'atalaya.page', version: 1, name, description, modules }
}

const withoutUndefined = (config: Readonly<Record<string, WidgetConfig[string] | undefined>>): WidgetConfig =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined)) as WidgetConfig
