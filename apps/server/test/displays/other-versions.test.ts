import type { SignedIn } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { displayScreen } from '@atalaya/contract/display-screen'
import { type Display, displays } from '@atalaya/contract/displays'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createScreen, report, type Screen } from '#test/support/display-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let clock = Date.now()
let app: TestApp
let owner: SignedIn
let screen: Screen
let id: string
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
  owner = await app.signUp('owner')
})
afterAll(() => app.close())
beforeEach(async () => {
  screen = createScreen(app)
  id = await screen.pairWith(owner.tokens.accessToken)
  await screen.sendReport('screen-one')
})

async function storeFields(fields: { settings?: object; entries?: object[] }): Promise<void> {
  const texts = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, JSON.stringify(value)]))
  await app.withDatabase((db) => db.updateTable('displays').set(texts).where('id', '=', id).execute())
  // Writes of other programs are noticed within a second.
  clock += 1000
}
async function find(): Promise<Display | undefined> {
  const { body } = await app.call(displays.list, {}, owner.tokens.accessToken)
  return body.data.displays.find(({ _id }: Display) => _id === id)
}

test('settings stored by another version are read, with defaults for unknown values', async () => {
  await storeFields({ settings: { zoom: 150, theme: 'sepia', perspective: 3, idle: { minutes: 5, shows: 'fish' } } })
  expect((await find())?.settings).toMatchObject({ zoom: 150, theme: 'system', idle: null, frame: true })
  expect((await screen.as(displayScreen.self)).body.data.display.settings).toEqual((await find())?.settings)
  expect((await screen.as(dashboard.list)).status).toBe(200)
  expect((await screen.sendReport('screen-one')).status).toBe(200)
})

test('entries stored by another version are read, except those with unknown times', async () => {
  const hours = { from: '08:00', to: '12:00', days: [1] }
  const entries = [
    { pageId: null, seconds: 20, hours, weight: 2 },
    { pageId: null, seconds: 40, hours: { ...hours, moon: 'full' } },
  ]
  await storeFields({ entries })
  expect((await find())?.entries).toEqual([{ pageId: null, seconds: 20, hours }])
})

test('a report stored by another version is ignored', async () => {
  const stored = JSON.stringify({ ...report, mood: 'fine' })
  await app.withDatabase((db) => db.updateTable('display_screens').set({ report: stored }).execute())
  expect(await find()).toMatchObject({ report: null, isOnline: true })
  expect((await screen.sendReport('screen-one')).status).toBe(200)
  expect((await find())?.report).toEqual(report)
})
