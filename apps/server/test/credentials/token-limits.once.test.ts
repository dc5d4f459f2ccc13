import { commands } from '@atalaya/contract/commands'
import { dashboard, SECRET_MASK } from '@atalaya/contract/dashboard'
import { openEvents } from '@atalaya/testbed/event-stream'
import { expect, onTestFinished, test } from 'vitest'
import { createCommandWorld } from '#test/support/command-world.ts'
import { newTokenOf } from '#test/support/token-world.ts'
import { createWidgetWorld } from '#test/support/widget-world.ts'

const MAX_PER_TOKEN = 20

test('M8 a token cannot change the destination of a stored secret that it does not know', async () => {
  const { app, token: ownerToken, addWidget, close } = await createWidgetWorld()
  onTestFinished(close)
  const form = { service: 'matrix', homeserver: 'https://127.0.0.1:1', user: '@ada:example.org', token: 'the secret' }
  const id = await addWidget('conversations', form)
  const { token } = await newTokenOf(app, ownerToken, { scopes: ['pages:read', 'pages:write'] })
  const { pages } = (await app.call(dashboard.list, {}, ownerToken)).body.data
  const params = { id: pages[0]._id, moduleId: id }
  const configure = async (config: object, by = token) => {
    const { status, body } = await app.call(dashboard.editModule, { params, body: { config } }, by)
    return status === 200 ? 200 : [status, body.code]
  }
  const storedConfig = { ...pages[0].modules[0].config, token: SECRET_MASK }
  const otherServerConfig = { ...storedConfig, homeserver: 'https://127.0.0.1:2' }
  expect(await configure(otherServerConfig)).toEqual([403, 'tokens.secret_needed'])
  const { user: _, ...withoutUser } = storedConfig
  expect(await configure(withoutUser)).toEqual([403, 'tokens.secret_needed'])
  expect(await configure({ ...storedConfig, size: { w: 2, h: 4 } })).toBe(200)
  expect(await configure({ ...otherServerConfig, token: 'one that it knows' })).toBe(200)
  expect(await configure(storedConfig, ownerToken)).toBe(200)
})

test("M7 a token's open streams and waits do not count against its owner's limits", async () => {
  const it = await createCommandWorld()
  onTestFinished(it.close)
  const { id } = await it.register()
  const { token } = await newTokenOf(it, it.ada, { scopes: ['commands:send', 'commands:read', 'events:read'] })

  const streams = await Promise.all(Array.from({ length: MAX_PER_TOKEN }, () => openEvents(it.address, token)))
  const refused = await fetch(`${it.address}/api/v1/events`, { headers: { authorization: `Bearer ${token}` } })
  expect(refused.status).toBe(429)
  const stream = await openEvents(it.address, it.ada)
  for (const opened of [...streams, stream]) await opened.close()

  const command = await it.sendOne(id)
  const url = `${it.address}/api/v1/commands/${command}?waitS=50`
  const hangUp = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const waits = Array.from({ length: MAX_PER_TOKEN }, () =>
    fetch(url, { headers, signal: hangUp.signal }).catch(() => null),
  )
  const send = (by: string) =>
    it.call(commands.send, { body: { command: 'backup', agentId: id }, query: { waitS: '1' } }, by)
  await expect.poll(async () => (await it.app.inject('/metrics')).body).toContain(`listeners ${MAX_PER_TOKEN}\n`)
  expect((await send(token)).body.code).toBe('commands.too_many_waits')
  const { body } = await it.call(commands.listOfAgent, { params: { id } }, it.ada)
  expect(body.data.pagination.total).toBe(1)
  expect((await send(it.ada)).status).toBe(200)
  hangUp.abort()
  await Promise.all(waits)
}, 60_000)
