import { auth, type SignedIn } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { type LiveEvent, liveEvent } from '@atalaya/contract/events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let address: string
beforeEach(async () => {
  app = await createTestApp()
  address = await app.listen()
})
afterEach(() => app.close())

/** Opens a live stream. The returned function signs out, which ends the stream, and returns its events. */
async function listen({ tokens }: SignedIn) {
  const headers = { authorization: `Bearer ${tokens.accessToken}` }
  const response = await fetch(`${address}/api/v1/events`, { headers })
  return async function end(): Promise<LiveEvent[]> {
    await app.call(auth.logout, { body: { refreshToken: tokens.refreshToken } })
    const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '))
    return lines.map((line) => liveEvent.parse(JSON.parse(line.slice('data: '.length))))
  }
}

const summaries = (events: LiveEvent[]) =>
  events.map((event) =>
    event.type === 'page.updated' ? [event.type, event.data.name, event.data.active] : [event.type],
  )

test('every change of a page is sent only to its owner', async () => {
  const [ada, bob] = [await app.signUp('ada'), await app.signUp('bob')]
  const [eventsOfAda, eventsOfBob] = [await listen(ada), await listen(bob)]
  const token = ada.tokens.accessToken
  const createPage = async (name: string) =>
    (await app.call(dashboard.create, { body: { name } }, token)).body.data.page._id
  const [home, office] = [await createPage('Home'), await createPage('Office')]
  await app.call(dashboard.edit, { params: { id: office }, body: { active: true } }, token)
  await app.call(dashboard.install, { params: { id: office }, body: { meta: { id: 'agent-status' } } }, token)
  await app.call(dashboard.install, { params: { id: office }, body: { meta: { id: 'nothing' } } }, token)
  await app.call(dashboard.remove, { params: { id: home } }, token)

  expect(summaries(await eventsOfAda())).toEqual([
    ['page.updated', 'Home', true],
    ['page.updated', 'Office', false],
    ['page.updated', 'Office', true],
    ['page.updated', 'Home', false],
    ['page.updated', 'Office', true],
    ['page.deleted'],
  ])
  expect(await eventsOfBob()).toEqual([])
})

test('a new order of many pages is sent with every page', async () => {
  const ada = await app.signUp('ada')
  const token = ada.tokens.accessToken
  const names = ['A', 'B', 'C', 'D', 'E']
  const items: { id: string; order: number }[] = []
  for (const [n, name] of names.entries()) {
    const { page } = (await app.call(dashboard.create, { body: { name } }, token)).body.data
    items.push({ id: page._id, order: names.length - n })
  }
  const eventsOfAda = await listen(ada)
  await app.call(dashboard.reorder, { body: { items } }, token)
  const sent = (await eventsOfAda()).map((event) =>
    event.type === 'page.updated' ? [event.data.name, event.data.order] : [],
  )
  expect(sent.toSorted()).toEqual(names.map((name, n) => [name, names.length - n]))
})
