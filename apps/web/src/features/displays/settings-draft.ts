import { type DisplaySettings, displaySettings } from '@atalaya/contract/displays'

/** Value in place of a page id: no page. */
export const NONE = 'none'
/** Value in place of a theme: the owner's choice. Ids of themes have no such character. */
export const OWNERS_CHOICE = '*'

export type SettingsDraft = {
  theme: DisplaySettings['theme']
  colours: string
  zoom: string
  turned: `${DisplaySettings['turned']}`
  brightness: string
  idle: 'none' | 'clock' | 'dimmed'
  idleMinutes: string
  isNight: boolean
  nightFrom: string
  nightTo: string
  nightBrightness: string
  language: string
  frame: boolean
  transitions: boolean
  alertPage: string
  alertFrom: NonNullable<DisplaySettings['onAlert']>['from']
}

export type SettingsErrors = Partial<Record<keyof DisplaySettings, string>>

export function draftOf(settings: DisplaySettings): SettingsDraft {
  const { theme, colours, zoom, turned, brightness, idle, night, language, frame, transitions, onAlert } = settings
  return {
    theme,
    colours: colours ?? OWNERS_CHOICE,
    zoom: String(zoom),
    turned: `${turned}`,
    brightness: String(brightness),
    idle: idle?.shows ?? 'none',
    idleMinutes: String(idle?.minutes ?? 5),
    isNight: night !== null,
    nightFrom: night?.from ?? '22:00',
    nightTo: night?.to ?? '07:00',
    nightBrightness: String(night?.brightness ?? 20),
    language: language ?? '',
    frame,
    transitions,
    alertPage: onAlert?.pageId ?? NONE,
    alertFrom: onAlert?.from ?? 'critical',
  }
}

/** Empty text gives NaN, because `Number('')` is 0. */
const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

const MESSAGES: SettingsErrors = {
  zoom: 'Between 50 and 300',
  brightness: 'Between 10 and 100',
  idle: 'Between 1 and 240 minutes',
  night: 'Two times, and a brightness between 0 and 100',
}

export function settingsOf(draft: SettingsDraft): { settings: DisplaySettings } | { errors: SettingsErrors } {
  const { theme, turned, frame, transitions, language } = draft
  const { data, error } = displaySettings.safeParse({
    theme,
    frame,
    transitions,
    colours: draft.colours === OWNERS_CHOICE ? null : draft.colours,
    zoom: numberIn(draft.zoom),
    turned: Number(turned),
    brightness: numberIn(draft.brightness),
    idle: draft.idle === 'none' ? null : { minutes: numberIn(draft.idleMinutes), shows: draft.idle },
    night: draft.isNight
      ? { from: draft.nightFrom, to: draft.nightTo, brightness: numberIn(draft.nightBrightness) }
      : null,
    language: language.trim() || null,
    onAlert: draft.alertPage === NONE ? null : { pageId: draft.alertPage, from: draft.alertFrom },
  })
  if (data) return { settings: data }
  const errors = error.issues.map(({ path: [name], message }) => [
    name,
    MESSAGES[name as keyof DisplaySettings] ?? message,
  ])
  return { errors: Object.fromEntries(errors) }
}
