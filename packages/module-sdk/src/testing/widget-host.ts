import type { Config, FleetView, Host, SeriesView, Size, SourceView, Theme } from '../host.ts'
import { createSource } from '../signal.ts'

/** A host of which a test holds every end: its sources can be set. */
export function widgetHost() {
  const saved: Config[] = []
  const asked: unknown[][] = []
  const sources = {
    config: createSource<Config>({ city: 'Ulm' }),
    size: createSource<Size>({ width: 2, height: 1 }),
    theme: createSource<Theme>('light'),
    suspended: createSource(false),
    fleet: createSource<FleetView>({ state: 'loading' }),
    data: createSource<SourceView>({ state: 'loading' }),
    series: createSource<SeriesView>({ state: 'loading' }),
    picture: createSource<string | null>(null),
  }
  const agents = new Map<string, ReturnType<typeof createSource<unknown>>>()
  const host = {
    ...sources,
    setConfig: (config) => saved.push(config),
    isDisplay: true,
    agent(agentId) {
      asked.push(['agent', agentId])
      const source = agents.get(agentId) ?? createSource<unknown>({ state: 'loading' })
      agents.set(agentId, source)
      return source as ReturnType<Host['agent']>
    },
    series(...wanted) {
      asked.push(['series', ...wanted])
      return sources.series
    },
    picture(key) {
      asked.push(['picture', key])
      return sources.picture
    },
    request: async () => ({ status: 200, body: 'sun' }),
    storage: { read: async () => 'kept', write: async () => undefined },
  } satisfies Host
  return { host: host as Host, sources, agents, saved, asked }
}
