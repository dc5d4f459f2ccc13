import { type Element, parse } from 'ltx'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readAddress } from './address.ts'
import { createChats } from './chats.ts'
import { readMessage, type Self } from './entries.ts'
import { createReader, STREAM_NS } from './reader.ts'
import { createScram } from './scram.ts'

const self: Self = { bare: 'ada@farm.test', nickIn: (room) => (room === 'club@rooms.farm.test' ? 'Ada' : undefined) }
const FROM_BOB = "from='bob@farm.test/phone' to='ada@farm.test' type='chat'"
const IN_ROOM = "from='club@rooms.farm.test/Bob' to='ada@farm.test' type='groupchat'"
const message = (attrs: string, inner: string) => parse(`<message ${attrs}>${inner}</message>`)

const STREAM = `<stream:stream xmlns='jabber:client' xmlns:stream='${STREAM_NS}'>`
/** All events of a stream, in order. */
function readStream(chunks: readonly string[]): string[] {
  const events: string[] = []
  const onElement = (element: Element) => void events.push(element.toString())
  const reader = createReader({ onElement, onEnd: () => events.push('end'), onFault: (fault) => events.push(fault) })
  for (const chunk of chunks) reader.write(chunk)
  return events
}

test('a long text is unescaped as it comes, with the same result for any cuts', () => {
  const whole = `${STREAM}<message><body>${'&lt;&#x1f600;&amp;'.repeat(2000)}</body></message>`
  const searched = vi.spyOn(String.prototype, 'indexOf')
  onTestFinished(() => void searched.mockRestore())
  for (const size of [1, 7, 1000]) {
    const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
      whole.slice(n * size, (n + 1) * size),
    )
    searched.mockClear()
    const events = readStream(chunks)
    const longest = searched.mock.contexts.reduce<number>((max, text) => Math.max(max, String(text).length), 0)
    expect(longest).toBeLessThan(1100)
    expect(events).toEqual(readStream([whole]))
    expect(events[0]).toContain('&lt;😀&amp;&lt;')
  }
  expect(readStream([`${STREAM}<message><body>AT&T and ${'so on'.repeat(5)};`, '</body></message>'])).toEqual([
    'no entity',
  ])
  expect(readStream([`${STREAM}<message><body>AT&`, '</body></message>'])).toEqual(['no entity'])
})

describe('a message', () => {
  test.each([
    ['<body>hola\n  que tal</body>', { what: 'message', text: 'hola que tal', kind: 'text' }],
    ['<body>/me waves</body>', { what: 'message', text: '* waves' }],
    ["<body>I sent you …</body><encrypted xmlns='eu.siacs.conversations.axolotl'/>", { text: null, kind: 'encrypted' }],
    ["<encrypted xmlns='urn:xmpp:omemo:2'/>", { text: null, kind: 'encrypted' }],
    ["<body>now</body><replace id='1' xmlns='urn:xmpp:message-correct:0'/>", { what: 'edit', text: 'now' }],
    ["<retract id='1' xmlns='urn:xmpp:message-retract:1'/>", { what: 'edit', text: 'Message deleted' }],
    ["<displayed id='1' xmlns='urn:xmpp:chat-markers:0'/>", { what: 'seen' }],
  ])('is read: %s', (inner, expected) => {
    expect(readMessage(message(FROM_BOB, inner), self)).toMatchObject({
      peer: 'bob@farm.test',
      isMine: false,
      ...expected,
    })
  })

  test.each([
    ['jpg', 'Photo'],
    ['JPG?x=1', 'Photo'],
    ['mp4', 'Video'],
    ['ogg', 'Audio'],
    ['zip', 'File'],
    ['constructor', 'File'],
  ])('with a file reads as its kind: .%s', (ending, text) => {
    const url = `https://farm.test/a.${ending}`
    const inner = `<body>${url}</body><x xmlns='jabber:x:oob'><url>${url}</url></x>`
    expect(readMessage(message(FROM_BOB, inner), self)).toMatchObject({ text, kind: 'media' })
  })

  test.each([
    [FROM_BOB, "<composing xmlns='http://jabber.org/protocol/chatstates'/>"],
    ["from='bob@farm.test' type='error'", '<body>hola</body>'],
    ["from='ada@farm.test/a' to='ada@farm.test'", '<body>note to self</body>'],
    ["from='club@rooms.farm.test' type='groupchat'", '<body>This room is not anonymous</body>'],
  ])('without content is ignored: %s %s', (attrs, inner) => {
    expect(readMessage(message(attrs, inner), self)).toBeNull()
  })

  test('counts as the user’s own if another device sent it, and in a room by the nickname', () => {
    const fromOtherDevice = message("from='ada@farm.test/phone' to='bob@farm.test' type='chat'", '<body>voy</body>')
    expect(readMessage(fromOtherDevice, self)).toMatchObject({ peer: 'bob@farm.test', isMine: true, nick: null })
    const others = readMessage(message(IN_ROOM, '<body>x</body>'), self)
    expect(others).toMatchObject({ peer: 'club@rooms.farm.test', isMine: false, nick: 'Bob' })
    const mine = message(IN_ROOM.replace('/Bob', '/Ada'), '<body>x</body>')
    expect(readMessage(mine, self)).toMatchObject({ isMine: true, nick: 'Ada' })
  })
})

test('an edit replaces its author’s last message instead of adding one', () => {
  const chats = createChats(self, new Map([['bob@farm.test', 'Bob B.']]))
  const receive = (element: Element, id: string) => {
    const entry = readMessage(element, self)
    if (entry) chats.apply(entry, id, 1)
  }
  receive(message(FROM_BOB, '<body>at nien</body>'), '1')
  receive(message(FROM_BOB, "<body>at nine</body><replace id='1' xmlns='urn:xmpp:message-correct:0'/>"), '2')
  expect(chats.list()).toEqual([
    {
      id: 'bob@farm.test',
      name: 'Bob B.',
      unread: 1,
      isMentioned: false,
      last: { sender: 'Bob B.', text: 'at nine', kind: 'text', at: 1 },
    },
  ])
})

describe('a malicious server', () => {
  const challenge = (first: string, rest: string) => `r=${first.slice(first.indexOf('r=') + 2)}more,${rest}`
  const { signal } = new AbortController()
  const ada = { ownerKey: 'ada', signal }
  test('can not delay other users by requesting many costly proofs from one', async () => {
    const done: string[] = []
    const prove = async (ownerKey: string, until = signal) => {
      const scram = createScram('SCRAM-SHA-512', ownerKey, 'lantern')
      await scram.answer(challenge(scram.first, 's=c2FsdA==,i=100000'), { ownerKey, signal: until })
      done.push(ownerKey)
    }
    const eve = Array.from({ length: 8 }, () => prove('eve'))
    const late = prove('eve', AbortSignal.abort(new Error('nobody waits')))
    await prove('ada')
    expect(done.length).toBeLessThanOrEqual(3)
    await expect(late).rejects.toThrow('nobody waits')
    await Promise.all(eve)
  })

  test('can not demand too many or too few iterations, nor answer without knowing the password', async () => {
    for (const rest of ['s=c2FsdA==,i=4000000000', 's=c2FsdA==,i=1', 's=c2FsdA==,i=x']) {
      const scram = createScram('SCRAM-SHA-1', 'ada', 'lantern')
      await expect(scram.answer(challenge(scram.first, rest), ada)).rejects.toThrow()
    }
    const scram = createScram('SCRAM-SHA-1', 'ada', 'lantern')
    await expect(scram.answer('r=another,s=c2FsdA==,i=4096', ada)).rejects.toThrow('not our nonce')
    expect(await scram.answer(challenge(scram.first, 's=c2FsdA==,i=4096'), ada)).toMatch(/^c=biws,r=.*more,p=/)
    for (const message of ['', 'v=', 'v=c2FsdA==', 'e=other-error']) expect(scram.isServerProof(message)).toBe(false)
  })

  test.each([
    ['another page', '<html>', 'no stream'],
    ['an element left open', `${STREAM}<a><b></a>`, 'b is not closed'],
    ['a declaration', `${STREAM}<!DOCTYPE a [<!ENTITY b "c">]>`, 'no tag'],
    ['an entity that nobody declared', `${STREAM}<a>&nope;</a>`, 'Illegal XML entity &nope;'],
    ['a character that XML does not have', `${STREAM}<a>&#0;</a>`, 'Illegal XML character 0x0'],
    ['a character reference without a number', `${STREAM}<a b='&#x;'/>`, 'Illegal XML character 0xNaN'],
    ['an entity without end, then another', `${STREAM}<a b='&amp &lt;'/>`, 'Illegal XML entity &amp &lt;'],
    ['elements nested too deeply', `${STREAM}${'<a>'.repeat(100)}`, 'too deep'],
    ['a text without end', `${STREAM}<a>${'x'.repeat(3_000_000)}`, 'too long'],
    ['a tag without end', `${STREAM}<a b="${'>'.repeat(3_000_000)}`, 'too long'],
    ['too many elements in one', `${STREAM}<a>${'<b/>'.repeat(1_000_000)}`, 'too many elements'],
    [
      'a tag with too many attributes',
      `${STREAM}<a ${Array.from({ length: 65 }, (_, n) => `a${n}=''`).join(' ')}/>`,
      'too many attributes',
    ],
  ])('is disconnected for sending %s', (_name, text, expected) => {
    expect(readStream([text])).toEqual([expected])
  })
})

test('a stream gives the same result wherever it is cut', () => {
  const text = `<?xml version='1.0'?>${STREAM}<a b="1>2" c='&lt;"'>x &amp; <d>y</d>\n</a> <e xmlns='f'/></stream:stream>`
  const expected = ['<a b="1&gt;2" c="&lt;&quot;">x &amp; <d>y</d>\n</a>', '<e xmlns="f"/>', 'end']
  expect(readStream([text])).toEqual(expected)
  expect(readStream([...text])).toEqual(expected)
  expect(readStream(text.match(/.{1,7}/gs) ?? [])).toEqual(expected)
})

test.each([
  ['ada@farm.test', 'ada@farm.test'],
  [' xmpp:Ada@Farm.TEST ', 'ada@farm.test'],
  ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
])('the address %s is %s', (text, bare) => {
  expect(readAddress(text).bare).toBe(bare)
})
test.each(['', 'ada', '@farm.test', 'ada@', 'a b@farm.test', 'ada@farm.test/phone', "ada@x'y"])(
  '%s is no address',
  (text) => {
    expect(() => readAddress(text)).toThrow('must be like ada@example.org')
  },
)
