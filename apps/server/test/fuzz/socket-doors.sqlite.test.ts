// Messages of servers that bundled modules hold a connection to.
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type { Socket } from 'node:net'
import { createReader } from '../../../../modules/conversations/server/xmpp/reader.ts'
import { source as conversations } from '../../../../modules/conversations/server.ts'
import { source as playing } from '../../../../packages/now-playing/src/source.ts'
import { fuzzDoor } from './door.ts'
import { askSource, listenWith } from './source-world.ts'

/** Number of 1 ms timers without data, after which the client has read all. Client and server share the event loop. */
const SILENT_TURNS = 20
const KB = 1024
const MB = 1024 * KB
/** Sends the input at once, then ends. */
const sendAndEnd = (input: Buffer) => (socket: Socket) => {
  socket.resume()
  socket.end(input)
}

async function faultOf(source: object, config: object, speak: (socket: Socket) => void): Promise<string | null> {
  const world = await listenWith(speak)
  return askSource(source, config, world).finally(world.close)
}

const picture = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(200, 1)])
const mpdSays = Buffer.concat([
  Buffer.from('OK MPD 0.23.5\nvolume: 50\nstate: play\nelapsed: 1.5\nfile: a.flac\nTitle: Song\nArtist: Ada\n'),
  Buffer.from('duration: 200.1\nOK\nsize: 203\nbinary: 203\n'),
  picture,
  Buffer.from('\nOK\nchanged: player\nOK\n'),
])

fuzzDoor('MPD', {
  seeds: [mpdSays, 'OK MPD 0.23.5\nACK [4@0] {} you don\'t have permission for "status"\n', 'HTTP/1.1 400 Bad\r\n\r\n'],
  maxBytes: 512 * KB,
  concurrency: 10,
  read: (input) => faultOf(playing, { provider: 'mpd', host: 'mpd.test', port: 6600 }, sendAndEnd(input)),
})

const NAMES = "xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'"
const STREAM = `<?xml version='1.0'?><stream:stream from='farm.test' id='1' version='1.0' ${NAMES}>`
const SASL = "xmlns='urn:ietf:params:xml:ns:xmpp-sasl'"
const SCRAM = `<stream:features><mechanisms ${SASL}><mechanism>SCRAM-SHA-1</mechanism></mechanisms></stream:features>`
const BIND = "<stream:features><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></stream:features>"
const ada = { service: 'xmpp', homeserver: 'xmpp.test', user: 'ada@farm.test', password: 'lantern' }

fuzzDoor('XMPP, before it is known who is there', {
  seeds: [
    `${STREAM}${SCRAM}`,
    `${STREAM}${SCRAM}<challenge ${SASL}>cj1hLHM9Yg==</challenge><success ${SASL}/>`,
    `${STREAM}<stream:error><host-unknown xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>`,
    `${STREAM}<stream:features>&nope;</stream:features>`,
    `${STREAM}<stream:features>&#0;</stream:features>`,
  ],
  maxBytes: 2 * MB,
  concurrency: 10,
  read: (input) => faultOf(conversations, ada, sendAndEnd(input)),
  work(input) {
    const reader = createReader({ onElement: () => undefined, onEnd: () => undefined, onFault: () => undefined })
    reader.write(input.toString())
  },
})

const encode = (text: string) => Buffer.from(text).toString('base64')
const decode = (text = '') => Buffer.from(text, 'base64').toString()

/** The server's side of SCRAM-SHA-1 (RFC 5802): proves that it knows the password. */
function proveScram(first: string) {
  const challenge = `${/r=[^,]*/.exec(first)?.[0]}more,s=c2FsdA==,i=4096`
  return {
    challenge,
    signature(final: string): string {
      const salted = pbkdf2Sync('lantern', 'salt', 4096, 20, 'sha1')
      const key = createHmac('sha1', salted).update('Server Key').digest()
      const all = `${first.slice(3)},${challenge},${final.replace(/,p=.*/, '')}`
      return `v=${createHmac('sha1', key).update(all).digest('base64')}`
    },
  }
}

const attribute = (text: string, name: string) => new RegExp(`\\b${name}=["']([^"']+)`).exec(text)?.[1] ?? ''
const inner = (text: string) => decode(/>([^<]*)</.exec(text)?.[1])

/** Signs a client in as a server does. Returns the next answer, or null once the client is signed in. */
function createSignIn() {
  let proof: ReturnType<typeof proveScram> | undefined
  let isSignedIn = false
  let isBound = false
  return function answerTo(input: string): string | null {
    if (input.includes('<stream:stream')) return `${STREAM}${isSignedIn ? BIND : SCRAM}`
    if (input.includes('<auth')) {
      proof = proveScram(inner(input))
      return `<challenge ${SASL}>${encode(proof.challenge)}</challenge>`
    }
    if (input.includes('<response')) {
      isSignedIn = true
      return `<success ${SASL}>${encode(proof?.signature(inner(input)) ?? '')}</success>`
    }
    if (isBound) return null
    isBound = true
    return `<iq type='result' id='${attribute(input, 'id')}'><bind/></iq>`
  }
}

/**
 * Sends the input to a signed-in client, a part for each question, with the newest ids for `{{id}}` and `{{query}}`.
 */
function speakXmpp(socket: Socket, input: Buffer): void {
  const parts = input.toString('latin1').split('{{next}}')
  const answerTo = createSignIn()
  let timer: NodeJS.Timeout | undefined
  function wait(turns: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => (turns > 0 ? wait(turns - 1) : socket.end()), 1)
  }
  socket.on('close', () => clearTimeout(timer))
  socket.on('data', (chunk) => {
    wait(SILENT_TURNS)
    const input = chunk.toString()
    const fillPlaceholders = (part: string) =>
      part.replaceAll('{{id}}', attribute(input, 'id')).replaceAll('{{query}}', attribute(input, 'queryid'))
    const answer = answerTo(input) ?? parts.shift()
    if (answer === undefined) socket.end()
    else socket.write(Buffer.from(fillPlaceholders(answer), 'latin1'))
  })
}

const FORWARD = "xmlns='urn:xmpp:forward:0'"
const delay = "<delay xmlns='urn:xmpp:delay' stamp='2026-11-21T10:00:00Z'/>"
const message = "<message from='bob@farm.test/a' to='ada@farm.test' type='chat'><body>hi</body></message>"
const archived = `<message to='ada@farm.test'><result xmlns='urn:xmpp:mam:2' queryid='{{query}}' id='1'><forwarded ${FORWARD}>${delay}${message}</forwarded></result></message>`
const result = (inner = '') => `<iq type='result' id='{{id}}'>${inner}</iq>`
const roster = "<query xmlns='jabber:iq:roster'><item jid='bob@farm.test' name='Bob'/></query>"
const fin =
  "<fin xmlns='urn:xmpp:mam:2' complete='true'><set xmlns='http://jabber.org/protocol/rsm'><last>1</last></set></fin>"
const room = "<conference xmlns='urn:xmpp:bookmarks:1' name='Club' autojoin='true'><nick>Ada</nick></conference>"
const rooms = `<pubsub xmlns='http://jabber.org/protocol/pubsub'><items node='urn:xmpp:bookmarks:1'><item id='club@rooms.farm.test'>${room}</item></items></pubsub>`

fuzzDoor('XMPP, signed in', {
  seeds: [
    [result(roster), result(), result(rooms), archived + result(fin), archived + result(fin), result(), result()].join(
      '{{next}}',
    ),
    [result(), result(), result(), archived + result(fin)].join('{{next}}'),
    `<iq type='get' id='&nope;' from='farm.test'><ping xmlns='urn:xmpp:ping'/></iq>${result()}`,
    `<message from='x@y'><body>&#0;</body></message>${message}<iq type='error' id='{{id}}'><error><forbidden/></error></iq>`,
  ],
  maxBytes: 2 * MB,
  concurrency: 10,
  read: (input) => faultOf(conversations, ada, (socket) => speakXmpp(socket, input)),
  work: (input) => createHash('sha1').update(input).digest(),
})
