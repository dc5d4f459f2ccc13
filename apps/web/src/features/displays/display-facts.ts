import type { Page } from '@atalaya/contract/dashboard'
import type { Display } from '@atalaya/contract/displays'
import { bytesText } from '@atalaya/format/bytes'
import type { Formats } from '@atalaya/format/formats'
import { shownName } from '#web/features/displays/playlist-words.ts'
import { runningVersion } from '#web/lib/running-version.ts'

/** Time after the pairing in which a first report without a page is normal. */
const START_WITHIN_MS = 5_000
/** Time without a painted frame before a warning; a working screen paints all the time. */
const FROZEN_MS = 60_000

/** True for a display that was just paired: its first report comes before its first page is shown. */
const isStarting = ({ report, entries, createdAt, seenAt }: Display): boolean =>
  report?.pageId === null &&
  entries.length > 0 &&
  seenAt !== null &&
  Date.parse(seenAt) - Date.parse(createdAt) < START_WITHIN_MS

/** Page on screen, or the last known one. */
export function onScreenText(display: Display, pages: readonly Page[]): string {
  const { report, isOnline } = display
  if (!report || isStarting(display)) return isOnline ? 'Has just come' : 'Has said nothing yet'
  if (report.pageId === null) return isOnline ? 'Shows nothing' : 'Showed nothing'
  return `${isOnline ? 'Shows' : 'Showed'} ${shownName(pages, report.pageId)}`
}

/** Short form of `onScreenText`. */
export function onScreenName(display: Display, pages: readonly Page[]): string {
  const { report } = display
  if (!report || isStarting(display)) return '-'
  return report.pageId === null ? 'Nothing' : shownName(pages, report.pageId)
}

export const sizeText = ({ report }: Display): string => (report ? `${report.width} × ${report.height}` : '-')
export const versionText = ({ report }: Display): string => report?.version || '-'
export const memoryText = ({ report }: Display, formats: Formats): string =>
  report?.memoryBytes == null ? '-' : bytesText(report.memoryBytes, formats)

/** True if the display runs another version than this tab. False while it is offline: it may come back updated. */
export const isOtherVersion = ({ report, isOnline }: Display): boolean =>
  isOnline && report !== null && report.version !== runningVersion()

/** True if the display responds, but no longer paints. */
export const isFrozen = ({ report, isOnline }: Display): boolean => isOnline && (report?.stillMs ?? 0) >= FROZEN_MS
