import type { Formats } from '@atalaya/format/formats'
import type { Config, Size, Theme } from '@atalaya/module-sdk'
import type { Host, Signal } from '@atalaya/module-sdk/host'
import { createSignal, sameJson } from '@atalaya/module-sdk/signal'
import { type StorageReach, widgetStorage } from '@atalaya/module-sdk/storage'

/** Values that the page pushes to a widget; everything else the widget asks for. */
export type Told = {
  config: Config
  size: Size
  theme: Theme
  formats: Formats
  suspended: boolean
  awaySince: string | null
}
type SaveConfig = (config: Config) => void

/** Data sources of a widget: real ones, or a fixture's. They may wait while the widget is suspended. */
export type Reach = (suspended: Signal<boolean>) => Reached
export type Reached = Pick<
  Host,
  'agent' | 'alerts' | 'data' | 'fleet' | 'framed' | 'photos' | 'picture' | 'request' | 'series'
> & { storage: StorageReach }

/** In-process host of one widget. `update` passes changes on. */
export function createWidgetHost(told: Told, saveConfig: SaveConfig, reach: Reach, isDisplay = false) {
  const config = createSignal(told.config, sameJson)
  const size = createSignal(told.size, sameJson)
  const theme = createSignal(told.theme)
  const formats = createSignal(told.formats, sameJson)
  const suspended = createSignal(told.suspended)
  const awaySince = createSignal(told.awaySince)
  let save = saveConfig

  const setConfig = (next: Config) => save(next)
  const shown = { config, size, theme, formats, suspended, awaySince, isDisplay }
  const reached = reach(suspended)
  const host: Host = { ...shown, setConfig, ...reached, storage: widgetStorage(reached.storage) }
  return {
    host,
    update(next: Told, saveNext: SaveConfig) {
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
