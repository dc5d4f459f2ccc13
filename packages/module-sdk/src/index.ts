// biome-ignore-all lint/performance/noBarrelFile: the one entry that modules import; small, and modules need all of it.
export type { Sample } from '@atalaya/contract/events'
export { secondsText } from '@atalaya/format/date'
export type { Formats } from '@atalaya/format/formats'
export { shortText, weekdayText } from '@atalaya/format/short'
export { dateText, timeText } from '@atalaya/format/time'
export { Age, Dimmed, useNow } from './age.tsx'
export { AgentStatusIcon, agentColor } from './agent-status.tsx'
export { defineModule, type ModuleDefinition } from './define-module.ts'
export {
  useAgent,
  useAlerts,
  useAwaySince,
  useConfig,
  useData,
  useFleet,
  useFormats,
  useFramed,
  useIsDisplay,
  usePicture,
  useRequest,
  useSeries,
  useSetConfig,
  useSize,
  useStorage,
  useSuspended,
  useTheme,
} from './hooks.ts'
export type {
  AgentView,
  AlertsView,
  AlertView,
  Config,
  FleetView,
  SeriesView,
  Size,
  SourceView,
  Theme,
} from './host.ts'
export { SeverityIcon, severityColor } from './severity-sign.tsx'
export type { WidgetStorage } from './storage.ts'
export { useTick } from './tick.ts'
export { WithData } from './with-data.tsx'
