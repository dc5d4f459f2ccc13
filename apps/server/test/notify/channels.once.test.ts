import { createHmac } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { alertChannels, CHANNELS_MAX } from '@atalaya/contract/alert-channels'
import { WEBHOOK_EXAMPLES } from '@atalaya/contract/alert-webhooks'
import { audit } from '@atalaya/contract/audit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type AlertWorld, createAlertWorld, MINUTE } from '#test/support/alert-world.ts'
import { LOOPBACK_CERTIFICATE } from '#test/support/certificate.ts'
import { createOutsideServer, type OutsideServer } from '#test/support/outside-world.ts'
import { createPushBrowser } from '#test/support/push-browser.ts'

let it: AlertWorld
let outside: OutsideServer
beforeEach(async () => {
  outside = await createOutsideServer()
  it = await createAlertWorld({ TELEGRAM_API_URL: outside.origin, PUBLIC_URL: 'https://atalaya.test' }, true)
})
afterEach(() => it.close())

const channelBody = (address: object, more: object = {}) => ({
  name: 'There',
  isOn: true,
  from: 'info',
  tellsEnd: true,
  address,
  ...more,
})
/** Calls for a new channel. Returns the whole reply. */
const requestChannel = (address: object, more: object = {}, who = 'ada') =>
  it.ask(who, alertChannels.add, { body: channelBody(address, more) })
const addChannel = async (address: object, more: object = {}) => (await requestChannel(address, more)).body.data.channel
/** Sends a test message through a channel. Returns its result. */
const testChannel = async ({ _id: id }: { _id: string }) => it.as('ada', alertChannels.test, { params: { id } })
const listChannels = async (who = 'ada') => it.as(who, alertChannels.list)

async function fireAlert(): Promise<string> {
  const box = await it.register('ada', { name: 'box "1"' })
  await it.createRule({ forS: 0 })
  await it.setStatus([box], 'offline')
  await it.advance(MINUTE)
  return (await it.listFiring())[0]?._id ?? ''
}

describe('ntfy', () => {
  test('gets title, priority and a link', async () => {
    await addChannel({ kind: 'ntfy', server: outside.origin, topic: 'farm', token: 'tk_secret' })
    const id = await fireAlert()
    const [received] = outside.received
    expect(received).toMatchObject({ method: 'POST', path: '/', headers: { authorization: 'Bearer tk_secret' } })
    expect(JSON.parse(received?.text ?? '')).toMatchObject({
      topic: 'farm',
      title: 'Critical: box "1" · It is offline',
      priority: 5,
      tags: ['rotating_light'],
      click: `https://atalaya.test/alerts/${id}`,
    })
  })

  test('keeps its token on an edit, and no answer shows the token', async () => {
    const channel = await addChannel({ kind: 'ntfy', server: outside.origin, topic: 'farm', token: 'tk_secret' })
    expect(JSON.stringify(await listChannels())).not.toContain('tk_secret')
    const body = channelBody({ kind: 'ntfy', server: outside.origin, topic: 'barn' }, { name: 'Barn' })
    await it.as('ada', alertChannels.edit, { params: { id: channel._id }, body })
    expect(await testChannel(channel)).toEqual({ isGood: true, answer: '200 {}' })
    expect(outside.received[0]).toMatchObject({ headers: { authorization: 'Bearer tk_secret' } })
    expect(await it.it.dump()).not.toContain('tk_secret')
  })
})

describe('Telegram', () => {
  test('is offered after an administrator has set a bot token', async () => {
    expect((await listChannels()).offered.telegram).toBe(false)
    const senders = { smtp: null, telegram: { token: '123:abc' }, deadMan: null }
    await it.as('admin', alertChannels.keepSenders, { body: senders })
    expect((await listChannels()).offered.telegram).toBe(true)
    const channel = await addChannel({ kind: 'telegram', chatId: '-100123' })
    outside.reply(({ path }) => ({ status: 400, body: `{"ok":false,"description":"chat not found ${path}"}` }))
    const { isGood, answer } = await testChannel(channel)
    expect(isGood).toBe(false)
    expect(answer).toContain('chat not found')
    expect(answer).not.toContain('123:abc')
    expect(outside.received[0]).toMatchObject({ path: '/bot123:abc/sendMessage' })
    expect(JSON.parse(outside.received[0]?.text ?? '')).toMatchObject({ chat_id: '-100123' })
    const { entries } = await it.as('admin', audit.list, { query: { action: 'alert.senders_changed' } })
    expect(entries).toMatchObject([{ actor: { name: 'admin' }, details: 'telegram' }])
    expect(JSON.stringify(await it.as('admin', alertChannels.senders))).not.toContain('123:abc')
  })

  test('without a token is refused', async () => {
    const body = { smtp: null, telegram: {}, deadMan: null }
    expect((await it.ask('admin', alertChannels.keepSenders, { body })).body.code).toBe('alerts.no_token')
  })
})

describe('a browser', () => {
  const trusted = getCACertificates()
  let service: OutsideServer
  beforeEach(async () => {
    setDefaultCACertificates([...trusted, LOOPBACK_CERTIFICATE])
    service = await createOutsideServer({ isSecure: true })
  })
  afterEach(() => setDefaultCACertificates(trusted))

  test('is the only one that can decrypt its push messages', async () => {
    const browser = createPushBrowser()
    await addChannel({ kind: 'push', endpoint: `${service.origin}/push/secret-place`, keys: browser.keys })
    const incidentId = await fireAlert()
    const [received] = service.received
    expect(received?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
    expect(received?.headers.authorization).toContain(`k=${(await listChannels()).offered.pushKey}`)
    expect(browser.read(received?.bytes ?? Buffer.alloc(0))).toMatchObject({
      title: 'Critical: box "1" · It is offline',
      severity: 'critical',
      incidentId,
    })
    expect(JSON.stringify(await listChannels())).not.toContain('secret-place')
    expect(await it.it.dump()).not.toContain('secret-place')
  })

  test('is one channel even if it subscribes twice, and is removed when its subscription is gone', async () => {
    const { keys } = createPushBrowser()
    const address = { kind: 'push', endpoint: `${service.origin}/push/1`, keys }
    await addChannel(address)
    await addChannel(address, { name: 'Phone' })
    expect((await listChannels()).channels).toMatchObject([{ name: 'Phone' }])
    service.reply(() => ({ status: 410 }))
    await fireAlert()
    expect((await listChannels()).channels).toEqual([])
    const { messages } = await it.as('ada', alertChannels.messages)
    expect(messages).toMatchObject([{ state: 'failed', channel: { name: 'Phone' } }])
  })

  test('is refused with invalid keys', async () => {
    const keys = { p256dh: 'AAAA', auth: 'AAAA' }
    expect((await requestChannel({ kind: 'push', endpoint: `${service.origin}/1`, keys })).status).toBe(400)
  })
})

describe('a webhook', () => {
  test('gets the complete message with a signature', async () => {
    await addChannel({ kind: 'webhook', url: `${outside.origin}/secret-hook`, secret: 'pepper' })
    const incident = await fireAlert()
    const [received] = outside.received
    expect(JSON.parse(received?.text ?? '')).toMatchObject({
      severity: 'critical',
      what: 'opened',
      incident,
      url: `https://atalaya.test/alerts/${incident}`,
    })
    const [, at, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(received?.headers['x-atalaya-signature'])) ?? []
    expect((await listChannels()).channels[0].last.at).toBe(new Date(Number(at) * 1000).toISOString())
    expect(createHmac('sha256', 'pepper').update(`${at}.${received?.text}`).digest('hex')).toBe(signature)
    expect(JSON.stringify(await listChannels())).not.toMatch(/secret-hook|pepper/)
    expect(await it.it.dump()).not.toMatch(/secret-hook|pepper/)
  })

  test('keeps its URL and its secret when it is saved with the masked URL', async () => {
    const channel = await addChannel({ kind: 'webhook', url: `${outside.origin}/hook`, secret: 'pepper' })
    expect(channel.address.url).toBe(`${outside.origin}/…`)
    const body = channelBody({ kind: 'webhook', url: channel.address.url }, { name: 'New' })
    await it.as('ada', alertChannels.edit, { params: { id: channel._id }, body })
    await testChannel(channel)
    expect(outside.received[0]?.path).toBe('/hook')
    expect(outside.received[0]?.headers).toHaveProperty('x-atalaya-signature')
  })

  test.each([
    ['is not JSON', '{"text": {{title}}}', 'The template is not JSON'],
    ['uses an unknown variable', '{"text": "{{titel}}"}', 'There is no {{titel}}: use title, text'],
    ['uses a property of every object', '{"text": "{{constructor}}"}', 'There is no {{constructor}}'],
  ])('with a template that %s is refused', async (_what, template, message) => {
    const { status, body } = await requestChannel({ kind: 'webhook', url: outside.origin, template })
    expect([status, body.code]).toEqual([400, 'alerts.bad_template'])
    expect(body.error).toContain(message)
  })

  const plain = z.object({ type: z.literal('plain_text'), text: z.string().min(1).max(3000) })
  /** Schema of each service's body, by its documentation. */
  const services: Record<string, z.ZodType> = {
    Discord: z.object({
      embeds: z.array(z.object({ title: z.string().max(256), description: z.string().max(4096) })).max(10),
      allowed_mentions: z.object({ parse: z.array(z.string()) }),
    }),
    Slack: z.object({
      text: z.string().min(1),
      blocks: z.array(z.object({ type: z.literal('section'), text: plain })),
    }),
    Gotify: z.object({ title: z.string(), message: z.string().min(1), priority: z.int() }),
    'Matrix (Hookshot)': z.object({ text: z.string().min(1), username: z.string() }),
  }
  test.each(WEBHOOK_EXAMPLES.map((example) => [example.name, example.template] as const))(
    'of %s gets a body that the service accepts',
    async (name, template) => {
      outside.reply(({ text }) => {
        const { success, error } = services[name]?.safeParse(JSON.parse(text)) ?? {}
        return success ? { status: 200 } : { status: 400, body: String(error) }
      })
      const channel = await addChannel({ kind: 'webhook', url: outside.origin, template })
      expect(await testChannel(channel)).toMatchObject({ isGood: true })
      await fireAlert()
      expect(outside.received.at(-1)?.text).toContain('box \\"1\\" · It is offline')
      const { messages } = await it.as('ada', alertChannels.messages)
      expect(messages).toMatchObject([{ state: 'sent' }])
    },
  )
})

describe('a channel to a forbidden address', () => {
  const port = () => new URL(outside.origin).port
  const keys = () => createPushBrowser().keys
  const anyExample = '192.168.1.20 or'
  test.each([
    ['an address of the network', '10.0.0.1', () => ({ kind: 'webhook', url: `http://10.0.0.1:${port()}` })],
    ['its IPv6 address', 'fd12::20', () => ({ kind: 'webhook', url: 'https://[fd12::20]/x' })],
    ["a cloud's metadata address", anyExample, () => ({ kind: 'ntfy', server: 'http://169.254.169.254', topic: 'x' })],
    ['one that no setting opens', anyExample, () => ({ kind: 'webhook', url: 'https://[fd00:ec2::254]/x' })],
    ['a port of another service', anyExample, () => ({ kind: 'webhook', url: 'http://127.0.0.1:22' })],
    ['a push service here', anyExample, () => ({ kind: 'push', endpoint: 'https://[::1]:9999/x', keys: keys() })],
  ])('%s is refused when it is saved; the example is %s', async (_what, example, address) => {
    const { status, body } = await requestChannel(address())
    expect([status, body.code]).toEqual([400, 'alerts.refused_address'])
    expect(body.error).toContain(`for example ALLOW_PRIVATE_HOSTS=${example}`)
  })
})

test('a channel can not be seen, tested, edited or removed by another user', async () => {
  const channel = await addChannel({ kind: 'webhook', url: outside.origin })
  for (const stranger of ['bob', 'admin']) {
    expect((await listChannels(stranger)).channels).toEqual([])
    const params = { id: channel._id }
    for (const route of [alertChannels.test, alertChannels.remove]) {
      expect((await it.ask(stranger, route, { params })).status).toBe(404)
    }
    const body = channelBody({ kind: 'webhook', url: outside.origin })
    expect((await it.ask(stranger, alertChannels.edit, { params, body })).status).toBe(404)
  }
})

test('the number of channels is limited, and two channels can not have the same address', async () => {
  const channels: { _id: string }[] = []
  for (let n = 0; n < CHANNELS_MAX; n += 1)
    channels.push(await addChannel({ kind: 'webhook', url: `${outside.origin}/${n}` }))
  const oneMore = await requestChannel({ kind: 'webhook', url: `${outside.origin}/more` })
  expect(oneMore.body.code).toBe('alerts.too_many_channels')
  expect((await requestChannel({ kind: 'webhook', url: `${outside.origin}/1` })).status).toBe(200)
  const body = channelBody({ kind: 'webhook', url: `${outside.origin}/2` })
  const edited = await it.ask('ada', alertChannels.edit, { params: { id: channels[0]?._id ?? '' }, body })
  expect(edited.body.code).toBe('alerts.same_place')
})
