import { type DisplayEntry, displayEntry } from '@atalaya/contract/display-entries'
import { type Display, type DisplaySettings, displayReport, displaySettings } from '@atalaya/contract/displays'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import type { Live } from '#server/events/live.ts'
import type { DisplayRow, DisplaysRepo, FullDisplayRow } from './displays.repo.ts'
import { lastEnd } from './screens.repo.ts'

/** Displays read and sent before the event loop does other work: each may have a playlist of fifty entries. */
export const DISPLAYS_PER_BATCH = 5

type Needs = { repo: Pick<DisplaysRepo, 'findMany'>; live: Pick<Live, 'emit'>; now: () => number }

/** Displays as their owners see them. */
export function createDisplayViews({ repo, live, now }: Needs) {
  /** Sends the present state of displays to their owners. */
  async function announce(ids: string[]): Promise<Display[]> {
    const announced: Display[] = []
    for (let start = 0; start < ids.length; start += DISPLAYS_PER_BATCH) {
      if (start > 0) await waitForFreeTurn()
      for (const row of await repo.findMany(ids.slice(start, start + DISPLAYS_PER_BATCH))) {
        const data = toDisplay(row, now())
        live.emit({ type: 'display.updated', data }, { userIds: [row.owner_id] })
        announced.push(data)
      }
    }
    return announced
  }

  return {
    announce,
    /** Announces an existing display and returns it. */
    announceOne: async (id: string): Promise<Display> => (await announce([id]))[0] as Display,
  }
}
export type DisplayViews = ReturnType<typeof createDisplayViews>

export const isOnline = ({ screen_until: until }: Pick<FullDisplayRow, 'screen_until'>, now: number): boolean =>
  until !== null && until > now && until <= lastEnd(now)

/** Reads fields stored as JSON, perhaps by another version; ignores what this version does not know. */
export const storedFieldsIn = (row: Pick<DisplayRow, 'tags' | 'entries' | 'settings'>) => ({
  tags: tagsIn(row),
  entries: entriesIn(row.entries),
  settings: settingsIn(row),
})

export const tagsIn = ({ tags }: Pick<DisplayRow, 'tags'>): string[] => JSON.parse(tags)

/** Built once: a schema is compiled at its first use, which takes twenty times as long as a use. */
const storedEntry = displayEntry.strip()

/** Skips entries that this version can't read: it would not know when to show them. */
function entriesIn(text: string): DisplayEntry[] {
  const parsed = (JSON.parse(text) as unknown[]).map((entry) => storedEntry.safeParse(entry))
  return parsed.flatMap(({ data }) => data ?? [])
}

/** Settings that are missing or unreadable get their default. */
export function settingsIn({ settings }: Pick<DisplayRow, 'settings'>): DisplaySettings {
  const stored = JSON.parse(settings) as Record<string, unknown>
  const fields = Object.entries(displaySettings.shape)
  const readable = fields.filter(([key, field]) => field.safeParse(stored[key]).success)
  return displaySettings.parse(Object.fromEntries(readable.map(([key]) => [key, stored[key]])))
}

export function eventIn({ event_page_id: pageId, event_until: until }: DisplayRow, now: number): Display['event'] {
  return pageId === null || until === null || until <= now ? null : { pageId, until: instantOf(until) }
}

export const reportIn = ({ report }: Pick<FullDisplayRow, 'report'>): Display['report'] =>
  report === null ? null : (displayReport.safeParse(JSON.parse(report)).data ?? null)

export function toDisplay(row: FullDisplayRow, now: number): Display {
  const { id, name, place, zone } = row
  return {
    _id: id,
    name,
    place,
    zone,
    ...storedFieldsIn(row),
    event: eventIn(row, now),
    isOnline: isOnline(row, now),
    report: reportIn(row),
    seenAt: instantOrNull(row.seen_at),
    copySeenAt: instantOrNull(row.copy_seen_at),
    createdAt: instantOf(row.created_at),
  }
}

export const instantOf = (at: number) => new Date(at).toISOString()
export const instantOrNull = (at: number | null) => (at === null ? null : instantOf(at))
