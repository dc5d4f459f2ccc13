import type { Page } from '@atalaya/contract/dashboard'
import type { Display } from '@atalaya/contract/displays'
import { bytesText } from '@atalaya/format/bytes'
import type { Formats } from '@atalaya/format/formats'
import { shownName } from '#web/features/displays/playlist-words.ts'
import { runningVersion } from '#web/lib/running-version.ts'

/** Time without a painted frame before a warning; a working screen paints all the time. */
const STILL_AFTER_MS = 60_000

/** Page on screen, or the last known one. */
export function onScreenText({ report, isOnline }: Display, pages: readonly Page[]): string {
  if (!report) return isOnline ? 'Has just come' : 'Has said nothing yet'
  if (report.pageId === null) return isOnline ? 'Shows nothing' : 'Showed nothing'
  return `${isOnline ? 'Shows' : 'Showed'} ${shownName(pages, report.pageId)}`
}

/** Short form of `onScreenText`. */
export const onScreenName = ({ report }: Display, pages: readonly Page[]): string =>
  report ? (report.pageId === null ? 'Nothing' : shownName(pages, report.pageId)) : '-'

export const sizeText = ({ report }: Display): string => (report ? `${report.width} × ${report.height}` : '-')
export const versionText = ({ report }: Display): string => report?.version || '-'
export const memoryText = ({ report }: Display, formats: Formats): string =>
  report?.memoryBytes == null ? '-' : bytesText(report.memoryBytes, formats)

/** True if the display runs another version than this tab. False while it is offline: it may come back updated. */
export const isOtherVersion = ({ report, isOnline }: Display): boolean =>
  isOnline && report !== null && report.version !== runningVersion()

/** True if the display responds, but no longer paints. */
export const isStill = ({ report, isOnline }: Display): boolean => isOnline && (report?.stillMs ?? 0) >= STILL_AFTER_MS
