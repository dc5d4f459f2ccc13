import { type DisplayEntry, displayEntry } from '@atalaya/contract/display-entries'
import { weekFrom } from '@atalaya/format/words'

/** Value in place of a page id: black screen. */
export const OFF = 'off'

export type EntryDraft = {
  page: string
  seconds: string
  /** `otherwise`: shown while no entry with hours is due. */
  when: 'otherwise' | 'hours'
  from: string
  to: string
  days: readonly number[]
}
type EntryField = 'pageId' | 'seconds' | 'hours'

export function draftOf({ pageId, seconds, hours }: DisplayEntry): EntryDraft {
  const { from, to, days } = hours ?? { from: '07:00', to: '22:00', days: weekFrom() }
  return { page: pageId ?? OFF, seconds: String(seconds), when: hours ? 'hours' : 'otherwise', from, to, days }
}

type EntryResult = { entry: DisplayEntry } | { errors: Partial<Record<EntryField, string>> }

export function entryOf({ page, seconds, when, from, to, days }: EntryDraft): EntryResult {
  const { data, error } = displayEntry.safeParse({
    pageId: page === OFF ? null : page,
    seconds: Number(seconds),
    hours: when === 'hours' ? { from, to, days: [...days] } : null,
  })
  if (data) return { entry: data }
  return { errors: Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])) }
}
