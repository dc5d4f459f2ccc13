import type { Formats } from '@atalaya/format/formats'
import type { AlertsView, Config, FleetView, Host, SeriesView, Size, SourceView, Theme } from '../host.ts'
import { createSignal } from '../signal.ts'

/** A host that a test controls: its signals can be set. */
export function widgetHost() {
  const saved: Config[] = []
  const requests: unknown[][] = []
  const signals = {
    config: createSignal<Config>({ city: 'Ulm' }),
    size: createSignal<Size>({ width: 2, height: 1 }),
    theme: createSignal<Theme>('light'),
    formats: createSignal<Formats>({}),
    suspended: createSignal(false),
    awaySince: createSignal<string | null>(null),
    alerts: createSignal<AlertsView>({ state: 'loading' }),
    fleet: createSignal<FleetView>({ state: 'loading' }),
    data: createSignal<SourceView>({ state: 'loading' }),
    series: createSignal<SeriesView>({ state: 'loading' }),
    picture: createSignal<string | null>(null),
  }
  const agents = new Map<string, ReturnType<typeof createSignal<unknown>>>()
  const host = {
    ...signals,
    setConfig: (config) => saved.push(config),
    isDisplay: true,
    agent(agentId) {
      requests.push(['agent', agentId])
      const signal = agents.get(agentId) ?? createSignal<unknown>({ state: 'loading' })
      agents.set(agentId, signal)
      return signal as ReturnType<Host['agent']>
    },
    series(...wanted) {
      requests.push(['series', ...wanted])
      return signals.series
    },
    picture(key) {
      requests.push(['picture', key])
      return signals.picture
    },
    request: async () => ({ status: 200, body: 'sun' }),
    storage: { read: async () => 'kept', write: async () => undefined, update: async (change) => change('kept') },
  } satisfies Host
  return { host: host as Host, signals, agents, saved, requests }
}
