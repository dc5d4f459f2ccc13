import { dashboard } from '@atalaya/contract/dashboard'
import { displayScreen } from '@atalaya/contract/display-screen'
import { type Display, displays } from '@atalaya/contract/displays'
import { apiOf } from '@atalaya/testbed/api'

/** Name of the maximum length. */
const LONG = 'The screen in the hallway between the kitchen and the garden'
const ENTRIES = 12

/** Makes a display with the maximum of everything: long names, twenty tags, and a playlist with a deleted page. */
export async function makeCrowdedDisplay(url: string, token: string): Promise<Display> {
  const call = apiOf(url, token)
  const make = async (name: string) => (await call(dashboard.create, { body: { name } })).page._id
  const [kept, toDelete] = [await make(LONG), await make('To delete')]
  const hours = { from: '22:00', to: '06:00', days: [1, 3, 5, 7] }
  const entries = Array.from({ length: ENTRIES }, (_, n) => ({
    pageId: [kept, toDelete, null][n % 3] ?? null,
    seconds: 3_661,
    hours: n % 2 === 0 ? hours : null,
  }))
  const tags = Array.from({ length: 20 }, (_, n) => (n === 0 ? 'x'.repeat(40) : `tag-${n}`))
  const { code, pollToken } = await apiOf(url, null)(displayScreen.begin, {})
  const details = { name: LONG, place: LONG.repeat(2), tags, zone: 'America/Argentina/ComodRivadavia' }
  const { display } = await call(displays.pair, { body: { code, ...details, entries } })
  await call(dashboard.remove, { params: { id: toDelete } })

  const polled = await apiOf(url, null, { 'x-display-poll': pollToken })(displayScreen.status, { params: { code } })
  const report = {
    pageId: kept,
    version: '0.0.9 Bq3xT_1z',
    width: 1024,
    height: 600,
    memoryBytes: 90e6,
    stillMs: 90_000,
  }
  await apiOf(url, polled.token ?? null)(displayScreen.report, { body: { screen: 'crowded-screen', report } })
  return display
}
