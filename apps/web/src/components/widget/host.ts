import type { Formats } from '@atalaya/format/formats'
import type { Config, Size, Theme } from '@atalaya/module-sdk'
import type { Host, Signal } from '@atalaya/module-sdk/host'
import { createSignal, sameJson } from '@atalaya/module-sdk/signal'
import { type StorageBackend, widgetStorage } from '@atalaya/module-sdk/storage'

/** Values that the page pushes to a widget. The widget requests everything else. */
export type HostProps = {
  config: Config
  size: Size
  theme: Theme
  formats: Formats
  /** True while the widget is out of sight. */
  suspended: boolean
  /** Time since which the server has not answered; null while it does. */
  awaySince: string | null
}
type SaveConfig = (config: Config) => void

/** Makes the data sources of a widget. They may wait while it is suspended. */
export type CreateWidgetApi = (suspended: Signal<boolean>) => WidgetApi
/** Data sources of a widget: live ones, or sample data of a fixture. */
export type WidgetApi = Pick<
  Host,
  'agent' | 'alerts' | 'data' | 'fleet' | 'framed' | 'photos' | 'picture' | 'request' | 'series'
> & { storage: StorageBackend }

/** In-process host of one widget. `update` passes changes on. */
export function createWidgetHost(
  hostProps: HostProps,
  saveConfig: SaveConfig,
  createApi: CreateWidgetApi,
  isDisplay = false,
) {
  const config = createSignal(hostProps.config, sameJson)
  const size = createSignal(hostProps.size, sameJson)
  const theme = createSignal(hostProps.theme)
  const formats = createSignal(hostProps.formats, sameJson)
  const suspended = createSignal(hostProps.suspended)
  const awaySince = createSignal(hostProps.awaySince)
  let save = saveConfig

  const setConfig = (next: Config) => save(next)
  const signals = { config, size, theme, formats, suspended, awaySince, isDisplay }
  const api = createApi(suspended)
  const host: Host = { ...signals, setConfig, ...api, storage: widgetStorage(api.storage) }
  return {
    host,
    update(next: HostProps, saveNext: SaveConfig) {
      save = saveNext
      config.set(next.config)
      size.set(next.size)
      theme.set(next.theme)
      formats.set(next.formats)
      suspended.set(next.suspended)
      awaySince.set(next.awaySince)
    },
  }
}
