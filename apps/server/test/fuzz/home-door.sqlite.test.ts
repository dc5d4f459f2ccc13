// Messages of Home Assistant, or of a server in its place.
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { source } from '../../../../modules/home-assistant/server.ts'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'
import { askSource, askSuggestions, listenWith } from './source-world.ts'

const MB = 1024 * 1024
/** RFC 6455, section 1.3. */
const ACCEPT_ID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** A text as one frame of a server (RFC 6455, section 5.2). */
function frame(text: Buffer | string): Buffer {
  const payload = Buffer.from(text as string)
  const head = Buffer.alloc(10)
  head.writeUInt16BE(0x817f)
  head.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([head, payload])
}

/** Lets a client in as Home Assistant does, then sends the input, one part after the other. */
function speakHome(socket: Socket, input: Buffer): void {
  const parts = input.toString('latin1').split('{{next}}')
  const frames = parts.map((part) => frame(Buffer.from(part, 'latin1')))
  const answers = [[frame('{"type":"auth_required"}')], [frame('{"type":"auth_ok"}')], frames]
  socket.on('data', (chunk) => {
    const key = /sec-websocket-key: (\S+)/i.exec(chunk.toString('latin1'))?.[1]
    if (key) {
      const accept = createHash('sha1').update(`${key}${ACCEPT_ID}`).digest('base64')
      const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
      socket.write([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'))
    }
    const answer = answers.shift()
    for (const bytes of answer ?? []) socket.write(bytes)
    if (answers.length === 0) socket.end()
  })
}

const event = (content: object) => ({ id: 1, type: 'event', event: content })
const light = { s: 'on', a: { friendly_name: 'Light', unit_of_measurement: 'lx' } }
const added = event({ a: { 'light.hall': light } })
const changed = event({ c: { 'light.hall': { '+': { s: 'off' }, '-': { a: ['friendly_name'] } } } })
const states = { entity_id: 'light.hall', state: 'on', attributes: { friendly_name: 'Light' } }
const listed = { id: 1, type: 'result', success: true, result: [states, { ...states, attributes: null }, 1] }
const inputOf = (...messages: object[]) => messages.map((message) => JSON.stringify(message)).join('{{next}}')

fuzzDoor('Home Assistant', {
  seeds: [
    inputOf({ id: 1, type: 'result', success: true }, added, changed, event({ r: ['light.hall'] })),
    inputOf(listed),
    inputOf({ id: 1, type: 'result', success: false }),
    inputOf({ type: 'auth_invalid' }),
    inputOf({ id: 1, type: 'pong' }),
  ],
  maxBytes: 4 * MB,
  moreInputs: jsonWithFaults(added, changed, listed),
  concurrency: 10,
  async read(input) {
    const world = await listenWith((socket) => speakHome(socket, input))
    const config = { address: 'http://home.test', token: 'long-lived', entities: [{ entity: 'light.hall' }] }
    return askSource(source, config, world)
      .then(async (fault) => fault ?? (await askSuggestions(source, ['entities.entity', 'light'], config, world)))
      .finally(world.close)
  },
})
