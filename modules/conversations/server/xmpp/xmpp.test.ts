import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Element } from 'ltx'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Conversations } from '../conversations.ts'
import { follow } from '../testing/follow.ts'
import { signIn } from '../testing/person.ts'
import { PASSWORD, type Prosody, startProsody } from '../testing/prosody.ts'

const PUBLIC = '203.0.113.5'

const accountOf = (user: string, address: string, change = {}) =>
  ({ service: 'xmpp', user, password: PASSWORD, homeserver: address, ...change }) as const
const roomOf = (state: Conversations, id: string) => state.rooms.find((room) => room.id === id)

describe('an account of a real XMPP server', () => {
  let prosody: Prosody
  let names: string[] = []
  beforeAll(async () => {
    names = ['ada', 'bob', 'carol', 'dora', 'erik', 'finn']
    prosody = await startProsody(names)
  })
  afterAll(() => prosody?.stop())

  function startFollowing(name: string, change = {}, remoteAddress?: string) {
    const running = follow(accountOf(`${name}@farm.test`, prosody.address, change), remoteAddress)
    onTestFinished(() => running.stop())
    return running
  }
  async function person(name: string) {
    const signedIn = await signIn(prosody, name)
    onTestFinished(() => signedIn.leave())
    return signedIn
  }

  test('lists its conversations newest first, with name, sender, text and number of unread messages', async () => {
    const [ada, bob, carol] = await Promise.all(['ada', 'bob', 'carol'].map(person))
    await ada?.name('bob@farm.test', 'Bob B.')
    bob?.say('ada@farm.test', 'hola 1')
    bob?.say('ada@farm.test', 'hola <2> & "más"')
    await bob?.settled()
    carol?.say('ada@farm.test', '¡perfecto!')
    await carol?.settled()
    const running = startFollowing('ada')
    expect(await running.next(() => true)).toEqual({
      account: 'ada@farm.test',
      rooms: [
        {
          id: 'carol@farm.test',
          name: 'carol',
          unread: 1,
          isMentioned: false,
          last: { sender: 'carol', text: '¡perfecto!', kind: 'text', at: expect.any(Number) },
        },
        {
          id: 'bob@farm.test',
          name: 'Bob B.',
          unread: 2,
          isMentioned: false,
          last: { sender: 'Bob B.', text: 'hola <2> & "más"', kind: 'text', at: expect.any(Number) },
        },
      ],
    })
    bob?.say('ada@farm.test', 'a las ocho')
    expect((await running.next(({ rooms }) => rooms[0]?.last?.text === 'a las ocho')).rooms[0]?.unread).toBe(3)
    // Ada's phone comes online, opens the conversation with Bob, and answers Carol.
    ada?.goOnline()
    ada?.sendMarker('bob@farm.test', false)
    await running.next((state) => roomOf(state, 'bob@farm.test')?.unread === 0)
    ada?.say('carol@farm.test', 'voy')
    const after = await running.next((state) => roomOf(state, 'carol@farm.test')?.last?.sender === 'You')
    expect(roomOf(after, 'carol@farm.test')).toMatchObject({ unread: 0, last: { text: 'voy' } })
  })

  test('counts the messages that another device has read as read', async () => {
    const [dora, bob, carol] = await Promise.all(['dora', 'bob', 'carol'].map(person))
    for (const text of ['1', '2', '3']) bob?.say('dora@farm.test', text)
    await bob?.settled()
    carol?.say('dora@farm.test', 'x')
    await carol?.settled()
    const ids: string[] = []
    const stop = dora?.session.listen((message) => ids.push(message.getChild('result')?.attrs.id))
    await dora?.session.ask('set', new Element('query', { xmlns: 'urn:xmpp:mam:2' }))
    stop?.()
    expect(ids).toHaveLength(4)
    const seen = new Element('displayed', { xmlns: 'urn:xmpp:mds:displayed:0' })
    seen.c('stanza-id', { xmlns: 'urn:xmpp:sid:0', id: ids[1], by: 'dora@farm.test' })
    await dora?.publish('urn:xmpp:mds:displayed:0', 'bob@farm.test', seen)
    dora?.sendMarker('carol@farm.test')
    await dora?.settled()
    const state = await startFollowing('dora').next(() => true)
    expect([roomOf(state, 'bob@farm.test')?.unread, roomOf(state, 'carol@farm.test')?.unread]).toEqual([1, 0])
  })

  test('lists the bookmarked rooms, updates them live, and marks those with a mention', async () => {
    const [erik, bob] = await Promise.all(['erik', 'bob'].map(person))
    const room = 'club@rooms.farm.test'
    bob?.enter(room, 'Bob')
    await bob?.settled()
    bob?.say(room, 'who comes?', 'groupchat')
    await bob?.settled()
    const mark = new Element('conference', { xmlns: 'urn:xmpp:bookmarks:1', autojoin: 'true', name: 'Climbing' })
    await erik?.publish('urn:xmpp:bookmarks:1', room, mark.c('nick').t('Erik').root())
    const running = startFollowing('erik')
    const first = await running.next((state) => state.rooms.length === 1)
    expect(first.rooms[0]).toMatchObject({
      id: room,
      name: 'Climbing',
      unread: 1,
      isMentioned: false,
      last: { sender: 'Bob', text: 'who comes?' },
    })
    bob?.say(room, 'erik, you?', 'groupchat')
    expect(roomOf(await running.next((state) => roomOf(state, room)?.unread === 2), room)?.isMentioned).toBe(true)
  })

  test('explains a failure in plain words', async () => {
    const failure = async (change: object, remoteAddress?: string) => {
      const { message, retryAfterMs } = await startFollowing('finn', change, remoteAddress).failure()
      return [message, retryAfterMs]
    }
    const refused = 'The XMPP server does not take this address and password'
    expect(await failure({ password: 'wrong' })).toEqual([refused, 900_000])
    expect(await failure({ user: 'nobody@farm.test' })).toEqual([refused, 900_000])
    expect(await failure({ user: 'finn@other.test' })).toEqual(['The XMPP server does not know other.test', undefined])
    expect(await failure({ user: 'finn' })).toEqual(['Your XMPP address must be like ada@example.org', undefined])
    const otherServer = createServer()
    otherServer.listen(0, '127.0.0.1')
    await once(otherServer, 'listening')
    const { port } = otherServer.address() as AddressInfo
    otherServer.on('connection', (socket) => void socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const homeserver = `127.0.0.1:${port}`
    expect(await failure({ homeserver })).toEqual(['This is not an XMPP server', undefined])
    await new Promise((resolve) => otherServer.close(resolve))
    expect(await failure({ homeserver })).toEqual(['The XMPP server does not answer at this address', undefined])
  })

  test('outside of the local network requires TLS and a valid certificate', async () => {
    expect((await startFollowing('finn', {}, PUBLIC).failure()).message).toMatch(/^The XMPP server does not encrypt/)
    const safe = { user: 'finn@safe.test' }
    expect((await startFollowing('finn', safe, PUBLIC).failure()).message).toBe(
      'The XMPP server can not show that it is safe.test',
    )
    // Within a private network the connection is encrypted, too, if the XMPP server can.
    expect(await startFollowing('finn', safe).next(() => true)).toEqual({ account: 'finn@safe.test', rooms: [] })
  })

  test('ends with an error when the XMPP server is killed, and continues once it is back', async () => {
    const separateServer = await startProsody(['gina', 'bob'])
    onTestFinished(() => separateServer.stop())
    const account = accountOf('gina@farm.test', separateServer.address)
    const running = follow(account)
    await running.next(() => true)
    await separateServer.kill()
    expect((await running.failure()).message).toBe('The XMPP server ended the connection')
    await separateServer.restart()
    const again = follow(account)
    onTestFinished(() => again.stop())
    expect((await again.next(() => true)).account).toBe('gina@farm.test')
  })
})
