import { dashboard } from '@atalaya/contract/dashboard'
import type { EntryHours } from '@atalaya/contract/display-entries'
import { displayScreen } from '@atalaya/contract/display-screen'
import { type DisplaySettings, displays } from '@atalaya/contract/displays'
import { strangerAt, type Visitor } from './visitor.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const FRIDAY = [5]

/** Playlist entry: name of a page, or null for a black screen; duration and hours. */
type PlaylistEntry = [page: string | null, seconds: number, hours?: EntryHours]

/** A simulated display: its screen, settings and playlist. */
export type DemoDisplay = {
  name: string
  place: string
  tags: string[]
  /** Pairing, in days before today. */
  pairedDaysAgo: number
  /** Days before today on which its screen went off; null while it is on. */
  offlineDaysAgo: number | null
  width: number
  height: number
  memoryMb: number
  settings: Partial<DisplaySettings>
  playlist: PlaylistEntry[]
}

/** Marina's displays. The name of each place says that it is simulated. */
export const demoDisplays: DemoDisplay[] = [
  {
    name: 'Kitchen',
    place: 'Beside the fridge (simulated)',
    tags: ['home'],
    pairedDaysAgo: 14,
    offlineDaysAgo: null,
    width: 1280,
    height: 800,
    memoryMb: 84,
    settings: { night: { from: '21:30', to: '07:00', brightness: 40 } },
    playlist: [
      ['Kitchen wall', 30, { from: '06:30', to: '09:30', days: EVERY_DAY }],
      [null, 30, { from: '00:30', to: '06:00', days: EVERY_DAY }],
      ['Kitchen wall', 60],
      ['Machines', 15],
    ],
  },
  {
    name: 'Hallway',
    place: 'By the front door (simulated)',
    tags: ['home', 'panel'],
    pairedDaysAgo: 9,
    offlineDaysAgo: null,
    width: 1024,
    height: 600,
    memoryMb: 61,
    settings: { turned: 90, theme: 'dark', idle: { minutes: 10, shows: 'dimmed' } },
    playlist: [
      ['Machines', 40],
      ['Kitchen wall', 20],
    ],
  },
  {
    name: 'Club TV',
    place: 'Above the bar of the club (simulated)',
    tags: ['club', 'games'],
    pairedDaysAgo: 5,
    offlineDaysAgo: 0.6,
    width: 1920,
    height: 1080,
    memoryMb: 143,
    settings: { theme: 'dark', zoom: 120, frame: false },
    playlist: [
      ['Games night', 600, { from: '18:00', to: '02:00', days: FRIDAY }],
      ['Games night', 45],
      ['Machines', 30],
    ],
  },
]

/** Pairs a display with the code on its screen, as a person does, and sets its playlist. */
export async function pairDisplay(url: string, call: Visitor, demoDisplay: DemoDisplay): Promise<string> {
  const { name, place, tags, settings, playlist } = demoDisplay
  const screen = strangerAt(url)
  const { code, shortCode, pollToken } = await screen(displayScreen.begin, {})

  const { pages } = await call(dashboard.list, {})
  const idOf = (title: string) => pages.find((page) => page.name === title)?._id ?? ''
  const entries = playlist.map(([page, seconds, hours = null]) => ({ pageId: page && idOf(page), seconds, hours }))
  // Hours are in the zone of this machine, where the demo is seen.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { display } = await call(displays.pair, { body: { code: shortCode, name, place, tags, zone, entries } })
  const body = { settings: { ...display.settings, ...settings } }
  await call(displays.edit, { params: { id: display._id }, body })

  const polled = await strangerAt(url, { 'x-display-poll': pollToken })(displayScreen.status, { params: { code } })
  if (!polled.token) throw new Error(`${name} was not paired: its code is ${polled.status}`)
  return polled.token
}
