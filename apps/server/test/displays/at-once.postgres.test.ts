import type { SignedIn } from '@atalaya/contract/auth'
import { type Display, displays } from '@atalaya/contract/displays'
import { type NatsServer, startNats } from '@atalaya/testbed/nats-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { hashToken } from '#server/sessions/tokens.ts'
import { queueAtLock, whileLocked } from '#test/support/at-lock.ts'
import { createScreen, kitchenDisplay, report } from '#test/support/display-world.ts'
import { createInstanceBeside, createTestApp, type TestApp } from '#test/support/test-app.ts'

let nats: NatsServer
let it: TestApp
let otherInstance: TestApp
let [ann, ben]: SignedIn[] = []
beforeAll(async () => {
  nats = await startNats()
  it = await createTestApp({ config: { NATS_URL: nats.url } })
  otherInstance = await createInstanceBeside(it, { config: { NATS_URL: nats.url } })
  ;[ann, ben] = [await it.signUp('ann'), await it.signUp('ben')]
})
afterAll(async () => {
  await otherInstance.close()
  await it.close()
  await nats.stop()
})

const tokenOf = (who: SignedIn | undefined): string => who?.tokens.accessToken ?? ''
const listOf = async (who: SignedIn | undefined): Promise<Display[]> =>
  (await it.call(displays.list, {}, tokenOf(who))).body.data.displays

test('one of two people who pair the same code at two instances gets the display', async () => {
  const screen = createScreen(it)
  const { code } = await screen.begin()
  const pair = (instance: TestApp, who: SignedIn | undefined) => () =>
    instance.call(displays.pair, { body: { ...kitchenDisplay, code } }, tokenOf(who))
  const lockRow = sql`select 1 from display_codes where code_hash = ${hashToken(code)} for no key update`
  const replies = await queueAtLock(it, lockRow, [pair(it, ann), pair(otherInstance, ben)])
  expect(replies.map(({ status }) => status)).toEqual([200, 404])
  expect((await listOf(ann)).length).toBe(1)
  expect(await listOf(ben)).toEqual([])
  expect((await screen.poll(code)).token).toMatch(/^ad_/)
})

test.each([
  ['without a report', false],
  ['with an expired lease', true],
])('one of two screens that report at the same moment for a display %s shows it', async (_what, hasReported) => {
  const id = await createScreen(it).pairWith(tokenOf(ann))
  const now = Date.now()
  const reportOf = (screen: string, at: number) => (db: Parameters<typeof createRepos>[0]) =>
    createRepos(db).screens.report(id, { screen, report: JSON.stringify(report), now: at })
  if (hasReported) await it.withDatabase(reportOf('screen-old', now - 120_000))
  const areShown = await Promise.all(
    ['screen-one', 'screen-two'].map((screen) => it.withDatabase(reportOf(screen, now))),
  )
  expect(areShown.toSorted()).toEqual([false, true])
})

test('a display whose screen reports just before the watch takes its lease stays online', async () => {
  const id = await createScreen(it).pairWith(tokenOf(ann))
  const now = Date.now()
  const reportAt = (at: number) =>
    it.withDatabase((db) =>
      createRepos(db).screens.report(id, { screen: 'screen-one', report: JSON.stringify(report), now: at }),
    )
  await reportAt(now - 120_000)
  const lockRow = sql`select 1 from display_screens where display_id = ${id} for no key update`
  const [, taken] = await queueAtLock<unknown>(it, lockRow, [
    () => reportAt(now),
    () => it.withDatabase((db) => createRepos(db).screens.takeEnded(now, 100)),
  ])
  expect(taken).toEqual([])
  expect((await listOf(ann)).find(({ _id }) => _id === id)?.isOnline).toBe(true)
})

test('two simultaneous changes of a display are both kept', async () => {
  const id = await createScreen(it).pairWith(tokenOf(ann))
  const sendOrder = (instance: TestApp, order: object) => () =>
    instance.call(displays.sendOrder, { body: { to: { displayIds: [id] }, order } }, tokenOf(ann))
  const replies = await queueAtLock(it, sql`select 1 from displays where id = ${id} for no key update`, [
    sendOrder(it, { kind: 'theme', theme: 'dark' }),
    sendOrder(otherInstance, { kind: 'brightness', brightness: 30 }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const found = (await listOf(ann)).find(({ _id }) => _id === id)
  expect(found?.settings).toMatchObject({ theme: 'dark', brightness: 30 })
})

test('a display removed while its screen fetches the credential leaves no valid credential', async () => {
  const screen = createScreen(it)
  const { code } = await screen.begin()
  const { display } = (await it.call(displays.pair, { body: { ...kitchenDisplay, code } }, tokenOf(ann))).body.data
  const lockRow = sql`select 1 from display_codes where code_hash = ${hashToken(code)} for update`
  await whileLocked(it, lockRow, async (untilWaiting) => {
    const removing = it.call(displays.remove, { params: { id: display._id } }, tokenOf(ann))
    await untilWaiting(1)
    removing.catch(() => {})
  })
  await expect.poll(async () => (await screen.poll(code)).status).toBe('expired')
  const credential = await it.withDatabase((db) =>
    db.selectFrom('credentials').select('revoked_at').where('id', '=', display._id).executeTakeFirstOrThrow(),
  )
  expect(credential.revoked_at).not.toBeNull()
})
