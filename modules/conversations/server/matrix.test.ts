import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Conversations } from './conversations.ts'
import type { MatrixConfig } from './sign-in.ts'
import { startFakeMatrix } from './testing/fake-matrix.ts'
import { follow } from './testing/follow.ts'

const [FAMILY, BOB] = ['!family:farm.test', '!bob:farm.test']
const [ada, bob, carol] = ['@ada:farm.test', '@bob:farm.test', '@carol:farm.test']
const words = (body: string) => ({ msgtype: 'm.text', body })

let matrix: Awaited<ReturnType<typeof startFakeMatrix>>
beforeEach(async () => {
  matrix = await startFakeMatrix()
  matrix.state(FAMILY, 'm.room.name', '', { name: 'Familia' })
  matrix.state(FAMILY, 'm.room.member', carol, { displayname: 'Carol' })
  matrix.say(FAMILY, carol, words('¡perfecto!'))
  matrix.state(BOB, 'm.room.member', bob, { displayname: 'Bob B.' })
  matrix.say(BOB, bob, words('hola'))
})
afterEach(() => matrix.stop())

function start(change: Partial<MatrixConfig> = { token: 'token-of-ada' }) {
  const running = follow({ homeserver: matrix.url, ...change })
  onTestFinished(() => running.stop())
  return running
}
const first = ({ rooms }: Conversations) => rooms[0]
const any = () => true

test('conversations are listed newest first, with name, last message and unread count', async () => {
  expect(await start().next(any)).toEqual({
    account: ada,
    rooms: [
      {
        id: BOB,
        name: 'Bob B.',
        unread: 1,
        isMentioned: false,
        last: { sender: 'Bob B.', text: 'hola', kind: 'text', at: expect.any(Number) },
      },
      {
        id: FAMILY,
        name: 'Familia',
        unread: 1,
        isMentioned: false,
        last: { sender: 'Carol', text: '¡perfecto!', kind: 'text', at: expect.any(Number) },
      },
    ],
  })
})

test('a new message, a message read elsewhere and a left room arrive as live updates', async () => {
  const running = start()
  await running.next(any)
  matrix.say(FAMILY, carol, words('a las ocho'))
  const after = await running.next((data) => first(data)?.id === FAMILY)
  // A later answer holds no names: the earlier ones stay.
  expect(first(after)).toMatchObject({ name: 'Familia', unread: 2, last: { sender: 'Carol', text: 'a las ocho' } })
  matrix.readElsewhere(FAMILY)
  expect(first(await running.next((data) => first(data)?.unread === 0))).toMatchObject({
    name: 'Familia',
    last: { text: 'a las ocho' },
  })
  matrix.say(FAMILY, ada, words('voy'))
  await running.next((data) => first(data)?.last?.sender === 'You')
  matrix.leave(FAMILY)
  expect((await running.next(({ rooms }) => rooms.length === 1)).rooms[0]?.id).toBe(BOB)
})

test('an invitation is listed until it is declined or accepted elsewhere', async () => {
  const CLUB = '!club:farm.test'
  matrix.invite(CLUB, 'Climbing', carol)
  const running = start()
  const invitation = {
    id: CLUB,
    name: 'Climbing',
    unread: 1,
    isMentioned: false,
    last: { sender: 'carol', text: null, kind: 'invitation', at: 0 },
  }
  expect((await running.next(any)).rooms[0]).toEqual(invitation)
  matrix.decline(CLUB)
  // Sync does not report that Ada declines. Leaving another room leads to a full sync, which lacks the invitation.
  matrix.leave(FAMILY)
  expect((await running.next(({ rooms }) => rooms.length === 1)).rooms[0]?.id).toBe(BOB)
  matrix.invite(CLUB, 'Climbing', carol)
  expect((await running.next(({ rooms }) => rooms.length === 2)).rooms[0]).toEqual(invitation)
  matrix.say(CLUB, carol, words('welcome'))
  const joined = await running.next(({ rooms }) => rooms[0]?.last?.text === 'welcome')
  expect(joined.rooms).toHaveLength(2)
})

test.each([
  [{ algorithm: 'm.megolm.v1.aes-sha2', ciphertext: 'AwgA' }, 'm.room.encrypted', { text: null, kind: 'encrypted' }],
  [{ msgtype: 'm.image', body: 'IMG_2031.jpg', url: 'mxc://x/y' }, 'm.room.message', { text: 'Photo', kind: 'media' }],
  [{ msgtype: 'toString', body: 'hi' }, 'm.room.message', { text: 'hi', kind: 'text' }],
  [{ msgtype: 'm.emote', body: 'waves' }, 'm.room.message', { text: '* waves' }],
  [{}, 'm.room.message', { text: 'Message deleted' }],
  [{ ...words('> <@bob> hola\n> que tal\n\nbien'), format: 'x' }, 'm.room.message', { text: 'bien' }],
  [{ ...words('* now'), 'm.new_content': words('now') }, 'm.room.message', { text: 'now' }],
  [words(`a\n\nb\t${'x'.repeat(500)}`), 'm.room.message', { text: `a b ${'x'.repeat(296)}` }],
])('the message %j of the type %s is read as its kind and text', async (content, type, expected) => {
  matrix.say(BOB, bob, content, type)
  const data = await start().next(any)
  expect(first(data)?.last).toMatchObject({ sender: 'Bob B.', ...expected })
})

test('a password signs in again only when the session is unknown, with the same device', async () => {
  const config = { user: 'ada', password: 'lantern' }
  const running = start(config)
  await running.next(any)
  await running.stop()
  await start(config).next(any)
  expect(matrix.control.logins).toHaveLength(1)
  matrix.tokens.clear()
  await start(config).next(any)
  const devices = matrix.control.logins.map(({ device_id }) => device_id)
  expect(devices).toHaveLength(2)
  expect(new Set(devices).size).toBe(1)
})

test('a refused sign-in is reported, and not retried soon', async () => {
  const wrong = await start({ user: 'ada', password: 'wrong' }).failure()
  expect(wrong.message).toBe('The homeserver does not take this name and password')
  expect(wrong.retryAfterMs).toBe(900_000)
  const gone = await start({ token: 'token-of-nobody' }).failure()
  expect(gone.message).toMatch(/^The access token is no longer good/)
  matrix.control.instead.push({ status: 429, body: { errcode: 'M_LIMIT_EXCEEDED', retry_after_ms: 2000 } })
  const busy = await start().failure()
  expect([busy.message, busy.retryAfterMs]).toEqual(['The homeserver is asked too often', 2000])
  matrix.control.instead.push({ status: 200, body: { hello: 'world' } })
  expect((await start().failure()).message).toBe('This is not a Matrix homeserver')
  expect((await start({ homeserver: 'not a name' } as MatrixConfig).failure()).message).toMatch(/must be a name/)
})

test('a request waits at the homeserver until the last watcher stops', async () => {
  const running = start()
  await running.next(any)
  await expect.poll(() => matrix.waiting()).toBe(1)
  expect(matrix.control.syncs).toBe(2)
  await running.stop()
  await expect.poll(() => matrix.waiting()).toBe(0)
})
