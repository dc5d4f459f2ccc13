import type { Formats } from '@atalaya/format/formats'
import { useContext, useMemo, useSyncExternalStore } from 'react'
import {
  type AgentView,
  type AlertsView,
  type Config,
  type FleetView,
  type Host,
  HostContext,
  type SeriesView,
  type Signal,
  type Size,
  type SourceView,
  type Theme,
} from './host.ts'
import { NO_AGENT } from './signal.ts'
import type { WidgetStorage } from './storage.ts'

function useHost(): Host {
  const host = useContext(HostContext)
  if (!host) throw new Error('A module runs inside a widget host only')
  return host
}

const useSignal = <T>({ get, subscribe }: Signal<T>): T => useSyncExternalStore(subscribe, get, get)

/** The widget's configuration, as its form saved it; empty before the first save. */
export const useConfig = (): Config => useSignal(useHost().config)

/** Replaces the widget's configuration and saves it. */
export const useSetConfig = (): ((config: Config) => void) => useHost().setConfig

/** The widget's extent in cells, after each resize. */
export const useSize = (): Size => useSignal(useHost().size)

/** Theme on screen, with "system" resolved. */
export const useTheme = (): Theme => useSignal(useHost().theme)

/** Chosen formats of times, dates and numbers; absent ones are the browser's. */
export const useFormats = (): Formats => useSignal(useHost().formats)

/** True while the widget is out of sight: stop timers and animations then. */
export const useSuspended = (): boolean => useSignal(useHost().suspended)

/** Time since when the server is away; null while it is there. */
export const useAwaySince = (): string | null => useSignal(useHost().awaySince)

/** True on a display, where everybody who passes by can read. */
export const useIsDisplay = (): boolean => useHost().isDisplay ?? false

/**
 * One of the user's agents with its newest numbers, live. `none` for an empty id, which is an empty field of the form.
 */
export function useAgent(agentId: string): AgentView {
  const host = useHost()
  return useSignal(useMemo(() => (agentId === '' ? NO_AGENT : host.agent(agentId)), [host, agentId]))
}

/** The past of one number of an agent; for bundled modules. */
export function useSeries(agentId: string, metric: string, spanMs: number): SeriesView {
  const host = useHost()
  const signal = useMemo(() => host.series?.(agentId, metric, spanMs), [host, agentId, metric, spanMs])
  if (!signal) throw new Error('Only bundled modules can read the past')
  return useSignal(signal)
}

/** All of the user's agents, live; for bundled modules. */
export function useFleet(): FleetView {
  const { fleet } = useHost()
  if (!fleet) throw new Error('Only bundled modules see all agents')
  return useSignal(fleet)
}

/** Alerts of the rules that concern the user, live; for bundled modules. */
export function useAlerts(): AlertsView {
  const { alerts } = useHost()
  if (!alerts) throw new Error('Only bundled modules see alerts')
  return useSignal(alerts)
}

/** Data of the module's own `server.ts`, live; for bundled modules. `WithData` shows it in all its states. */
export function useData<T>(): SourceView<T> {
  const { data } = useHost()
  if (!data) throw new Error('Only bundled modules have a data source')
  return useSignal(data) as SourceView<T>
}

const NO_PICTURE: Signal<null> = { get: () => null, subscribe: () => () => undefined }

/** A picture that the module's own `server.ts` keeps, as a `data:` address; null while there is none. */
export function usePicture(key: string | null): string | null {
  const { picture } = useHost()
  return useSignal<string | null>(useMemo(() => (key !== null && picture?.(key)) || NO_PICTURE, [picture, key]))
}

/** The URL of a frame around another page, by the path from the module's `server.ts`; null in previews. */
export const useFramed = (path: string): string | null => useHost().framed?.(path) ?? null

/** Makes a request that `module.json` declares, by its name. */
export const useRequest = (): Host['request'] => useHost().request

/** Storage of the widget on the server. If other screens may change it at the same time, use `update`. */
export const useStorage = (): WidgetStorage => useHost().storage
