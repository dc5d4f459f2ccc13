import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWidgetWorld, type WidgetWorld } from '#test/support/widget-world.ts'
import {
  archiveAnswer,
  features,
  PASSWORD,
  startStandInXmpp,
} from '../../../../modules/conversations/server/testing/stand-in-xmpp.ts'

const NO_SERVER = 'This is not an XMPP server'
const MAM = 'urn:xmpp:mam:2'
const BOB = "from='bob@farm.test/phone' to='ada@farm.test' type='chat'"
const STAMP = "<delay xmlns='urn:xmpp:delay' stamp='2026-11-20T10:00:00Z'/>"

let world: WidgetWorld
let xmpp: Awaited<ReturnType<typeof startStandInXmpp>>
beforeAll(async () => {
  world = await createWidgetWorld()
})
beforeEach(async () => {
  xmpp = await startStandInXmpp()
})
afterEach(() => xmpp.stop())
afterAll(() => world.close())

let accounts = 0
/** A new account for each test. The system may give a port twice, and the source of an earlier test must not answer. */
const account = () => {
  accounts += 1
  return { service: 'xmpp', user: `ada${accounts}@farm.test`, password: PASSWORD, homeserver: xmpp.address }
}

/** Puts these messages into the archive of the account. */
function fillArchive(messages: string[]): void {
  xmpp.script.answer = (question) => (question.text.includes(MAM) ? archiveAnswer(question, messages) : undefined)
}

const poison: [name: string, bytes: string | Buffer][] = [
  ['an undeclared entity', '<a>&nope;</a>'],
  ['an invalid character', '<a>&#0;</a>'],
  ['an invalid character in an attribute', "<a b='&#xD800;'/>"],
  ['a declaration', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['deep nesting', '<a>'.repeat(100_000)],
  ['an endless element', `<a>${'x'.repeat(2 * 1024 * 1024)}`],
  ['countless elements', `<a>${'<b/>'.repeat(300_000)}`],
  ['countless attributes', `<a ${Array.from({ length: 2000 }, (_, n) => `b${n}=''`).join(' ')}/>`],
  ['an endless tag', `<a b='${'>'.repeat(100_000)}`],
  ['unmatched closing tags', '</a></b>'],
]

describe('a hostile XMPP server', () => {
  test.each(poison)('is reported on the widget, before the sign-in: %s', async (_name, bytes) => {
    xmpp.script.features = bytes
    const widget = await world.addWidget('conversations', account())
    expect((await world.readSettled(widget)).error).toMatch(/^(This is not an XMPP server|The XMPP server .*)$/)
    expect(await world.isHealthy()).toBe(true)
  })

  test.each(poison)('is reported on the widget, after the sign-in: %s', async (_name, bytes) => {
    fillArchive([`${STAMP}<message ${BOB}><body>hola</body></message>`])
    const widget = await world.addWidget('conversations', account())
    const before = await world.readSettled(widget)
    expect(before.data).toMatchObject({ rooms: [{ name: 'bob', last: { text: 'hola' } }] })
    xmpp.say(bytes)
    await expect.poll(async () => (await world.read(widget)).error).toMatch(/XMPP server/)
    // The last data stay.
    expect((await world.read(widget)).data).toEqual(before.data)
    expect(await world.isHealthy()).toBe(true)
  })

  test('is retried after a delay', async () => {
    xmpp.script.features = '<a>&nope;</a>'
    const widget = await world.addWidget('conversations', account())
    await world.readSettled(widget)
    expect(xmpp.state.visits).toBe(1)
    xmpp.script.features = undefined
    fillArchive([`${STAMP}<message ${BOB}><body>back</body></message>`])
    await expect
      .poll(async () => (await world.read(widget)).data, { timeout: 20_000 })
      .toMatchObject({ rooms: [{ last: { text: 'back' } }] })
    expect((await world.read(widget)).error).toBeNull()
    expect(xmpp.state.visits).toBe(2)
  })

  test('is shown in bounded length, whatever its names, times and texts contain', async () => {
    const long = 'x'.repeat(20_000)
    fillArchive([
      `${STAMP}<message from='${long.slice(0, 9000)}@farm.test' to='ada@farm.test'><body>long</body></message>`,
      `<delay xmlns='urn:xmpp:delay' stamp='${long.slice(0, 9000)}'/><message ${BOB}><body>when</body></message>`,
      `<delay xmlns='urn:xmpp:delay' stamp='-271821-04-20T00:00:00Z'/><message from='@/' to='/'><body>who</body></message>`,
      `<message type='groupchat'><body>nobody</body></message>`,
      `<message from='__proto__' to='ada@farm.test' __proto__='x' constructor='y'><body>__proto__</body></message>`,
      `${STAMP}<message ${BOB}><body>${`&#x202e;${long}`.repeat(10)}</body></message>`,
      `${STAMP}<message ${BOB}><body>&#x1F4A9;&#9;${'&amp;'.repeat(1000)}</body><encrypted/></message>`,
    ])
    const { data, error } = await world.readSettled(await world.addWidget('conversations', account()))
    expect(error).toBeNull()
    const { rooms } = data as { rooms: { name: string; last: { text: string } }[] }
    expect(rooms.length).toBeGreaterThan(1)
    for (const { name, last } of rooms)
      expect([name.length, last.text.length].every((length) => length <= 302)).toBe(true)
    expect(await world.isHealthy()).toBe(true)
  })

  test('is disconnected if it sends too much', async () => {
    fillArchive([])
    const widget = await world.addWidget('conversations', account())
    await world.readSettled(widget)
    const idle = `<message from='ada@farm.test'><x>${'x'.repeat(64 * 1024)}</x></message>`
    for (let n = 0; n < 300; n++) xmpp.say(idle)
    await expect.poll(async () => (await world.read(widget)).error).toBe('The other server says too much')
    expect(await world.isHealthy()).toBe(true)
  })

  test.each([
    ['countless features', features('<a/>'.repeat(20_000))],
    ['invalid UTF-8', Buffer.concat([Buffer.from("<a b='"), Buffer.alloc(1000, 0xff), Buffer.from("'/>")])],
  ])('is not recognized as an XMPP server if it sends %s', async (_name, bytes) => {
    xmpp.script.features = bytes
    expect((await world.readSettled(await world.addWidget('conversations', account()))).error).toBe(NO_SERVER)
  })
})
