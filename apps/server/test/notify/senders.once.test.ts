import { alertChannels } from '@atalaya/contract/alert-channels'
import { freePort } from '@atalaya/testbed/free-port'
import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '#test/support/alert-world.ts'
import { notifyingWorld } from '#test/support/notifying-world.ts'

const world = notifyingWorld()

test('a dead man’s switch gets a request every minute', async () => {
  const url = `${world.phone.origin}/ping`
  await world.it.as('admin', alertChannels.keepSenders, { body: { smtp: null, telegram: null, deadMan: { url } } })
  await world.it.advance(5 * MINUTE)
  expect(world.phone.received.length).toBeGreaterThanOrEqual(5)
  expect(world.phone.received.length).toBeLessThanOrEqual(6)
  const { senders } = await world.it.as('admin', alertChannels.senders)
  expect(senders.deadMan).toMatchObject({ url, last: { isGood: true, text: '200 {}' } })
})

test.each([
  ['ahead', HOUR],
  ['back', -HOUR],
])('a dead man’s switch still gets its requests after the clock was set %s by an hour', async (_what, ms) => {
  const deadMan = { url: `${world.phone.origin}/ping` }
  await world.it.as('admin', alertChannels.keepSenders, { body: { smtp: null, telegram: null, deadMan } })
  await world.it.advance(2 * MINUTE)
  world.it.jump(ms)
  const before = world.phone.received.length
  await world.it.advance(3 * MINUTE)
  expect(world.phone.received.length - before).toBeGreaterThanOrEqual(3)
})

test('a dead man’s switch gets no request while messages cannot be planned', async () => {
  const deadMan = { url: `${world.phone.origin}/ping` }
  await world.it.as('admin', alertChannels.keepSenders, { body: { smtp: null, telegram: null, deadMan } })
  const passMinute = () => {
    world.it.jump(MINUTE)
    return world.it.instance.round()
  }
  await passMinute()
  expect(world.phone.received).toHaveLength(1)

  const { schema } = world.it.db
  await schema.alterTable('alert_notices').renameTo('away').execute()
  for (const _minute of [1, 2, 3]) await expect(passMinute()).rejects.toThrow('alert_notices')
  expect(world.phone.received).toHaveLength(1)
  await schema.alterTable('away').renameTo('alert_notices').execute()
  await passMinute()
  expect(world.phone.received).toHaveLength(2)
})

test('a dead man’s switch that refuses or cannot be reached is shown with the reason', async () => {
  const lastOf = async (url: string) => {
    const deadMan = { url }
    await world.it.as('admin', alertChannels.keepSenders, { body: { smtp: null, telegram: null, deadMan } })
    await world.it.advance(2 * MINUTE)
    return (await world.it.as('admin', alertChannels.senders)).senders.deadMan.last
  }
  world.phone.reply(() => ({ status: 500, body: 'no' }))
  expect(await lastOf(`${world.phone.origin}/ping`)).toMatchObject({ isGood: false, text: '500 no' })
  const unusedUrl = `http://127.0.0.1:${await freePort()}/ping`
  expect(await lastOf(unusedUrl)).toMatchObject({ isGood: false, text: 'The other server could not be asked' })
})

test.each([
  ['removed', null],
  ['replaced', '/other'],
])('a dead man’s address that is %s while its request runs does not come back', async (_what, path) => {
  const keep = (deadMan: { url: string } | null) =>
    world.it.as('admin', alertChannels.keepSenders, { body: { smtp: null, telegram: null, deadMan } })
  const next = path === null ? null : { url: world.phone.origin + path }
  world.phone.reply(async () => {
    world.phone.reply(() => ({ status: 200 }))
    await keep(next)
    return { status: 200 }
  })
  await keep({ url: `${world.phone.origin}/ping` })
  await world.it.advance(3 * MINUTE)
  expect(world.phone.received.filter((request) => request.path === '/ping')).toHaveLength(1)
  const { senders } = await world.it.as('admin', alertChannels.senders)
  expect(senders.deadMan?.url ?? null).toBe(next?.url ?? null)
})

test('a dead man’s switch keeps its last answer when senders are saved, and not for another address', async () => {
  const keep = (path: string) => {
    const body = { smtp: null, telegram: null, deadMan: { url: world.phone.origin + path } }
    return world.it.as('admin', alertChannels.keepSenders, { body })
  }
  const last = async () => (await world.it.as('admin', alertChannels.senders)).senders.deadMan.last
  await keep('/ping')
  await world.it.advance(2 * MINUTE)
  await keep('/ping')
  expect(await last()).toMatchObject({ isGood: true })
  await keep('/other')
  expect(await last()).toBeNull()
})

test.each(['fe80::1%eth0', 'fd00::1%eth0', 'fd00:ec2::254'])('a mail server at %s is refused', async (host) => {
  const body = { smtp: { host, port: 25, security: 'none', from: 'a@example.org' }, telegram: null, deadMan: null }
  const { code } = (await world.it.ask('admin', alertChannels.keepSenders, { body })).body
  expect(code).toBe('alerts.refused_address')
})

test('a mail server and a dead man’s switch at a forbidden address are refused', async () => {
  for (const body of [
    { smtp: { host: '10.0.0.1', port: 25, security: 'none', from: 'a@example.org' }, telegram: null, deadMan: null },
    { smtp: null, telegram: null, deadMan: { url: 'http://10.0.0.1/ping' } },
  ]) {
    const { code, error } = (await world.it.ask('admin', alertChannels.keepSenders, { body })).body
    expect(code).toBe('alerts.refused_address')
    expect(error).toContain('for example ALLOW_PRIVATE_HOSTS=10.0.0.1')
  }
})
