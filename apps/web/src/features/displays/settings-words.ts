import type { Page } from '@atalaya/contract/dashboard'
import type { DisplaySettings } from '@atalaya/contract/displays'
import { shownName } from '#web/features/displays/playlist-words.ts'

/** Settings that differ from the defaults, in words. */
export function settingsWords(settings: DisplaySettings, pages: readonly Page[]): string[] {
  const { theme, colours, zoom, turned, brightness, idle, night, language, frame, transitions, onAlert } = settings
  const minutes = idle?.minutes === 1 ? 'a minute' : `${idle?.minutes} minutes`
  const rows: [isUnusual: boolean, words: string][] = [
    [theme !== 'system', theme === 'dark' ? 'Dark theme' : 'Light theme'],
    [colours !== null, 'Colours of its own'],
    [zoom !== 100, `Zoom ${zoom} %`],
    [turned !== 0, `Turned by ${turned}°`],
    [brightness !== 100, `Brightness ${brightness} %`],
    [
      idle !== null,
      `${idle?.shows === 'clock' ? 'A clock' : 'A dimmed page'} when nobody has touched it for ${minutes}`,
    ],
    [
      night !== null,
      `${night?.brightness === 0 ? 'Black' : `Brightness ${night?.brightness} %`} from ${night?.from} to ${night?.to}`,
    ],
    [language !== null, `Dates in ${language}`],
    [!frame, 'Without greeting, date and dots'],
    [!transitions, 'Pages change without sliding'],
    [
      onAlert !== null,
      `${onAlert && shownName(pages, onAlert.pageId)} while an alert fires (${onAlert?.from} or worse)`,
    ],
  ]
  return rows.flatMap(([isUnusual, words]) => (isUnusual ? [words] : []))
}
