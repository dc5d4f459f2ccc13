import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Begins each packet of the Quake 3 protocol that belongs to no connection. */
const PACKET_PREFIX = '\xff\xff\xff\xff'

/** A server of the Quake 3 protocol, as OpenArena speaks it: answers getstatus over UDP. */
export async function startQuakeServer(players: string[], name = '^1Farm ^7OA') {
  const socket = createSocket('udp4')
  const state = { requests: 0, isSilent: false }
  const settings = {
    sv_hostname: name,
    mapname: 'oa_dm1',
    sv_maxclients: '8',
    g_needpass: '0',
    version: 'ioq3 1.36',
  }
  socket.on('message', (message, { port, address }) => {
    if (!message.toString('latin1').startsWith(`${PACKET_PREFIX}getstatus`)) return
    state.requests += 1
    if (state.isSilent) return
    const info = Object.entries(settings).flat().join('\\')
    socket.send(
      Buffer.from(`${PACKET_PREFIX}statusResponse\n\\${info}\n${players.join('\n')}\n`, 'latin1'),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { state, port: socket.address().port, close: () => void socket.close() }
}

/** A server of the Minecraft protocol: answers the status handshake over TCP. */
export async function startMinecraftServer(description: unknown) {
  const status = {
    version: { name: '1.20.4', protocol: 765 },
    players: { max: 20, online: 2, sample: [{ name: 'alice', id: '1' }] },
    description,
  }
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(packet(Buffer.from([0]), text(JSON.stringify(status)))))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, close: () => void server.close() }
}

/** 45 MB of zeros, packed as one block of bzip2. */
const ZEROS = '3141592653590e09e2df015f8e4000c0000008200030804d4642a025a90a8097'

/** Archive of some 300 bytes that unpacks to 413 MB. */
export const bomb = Buffer.from(`425a6839${ZEROS.repeat(9)}1772453850900e09e2df`, 'hex')

/** A server of the Source protocol that answers every query with a packed answer. */
export async function startSourceServer(packed: Buffer) {
  const state = { requests: 0 }
  // Header: part one of one, with a number that marks it as packed. Then come the length of parts, and length and sum
  // of the content.
  const head = Buffer.from('feffffff0100008001 00e00400000000 00000000'.replaceAll(' ', ''), 'hex')
  const socket = createSocket('udp4')
  socket.on('message', (_message, { port, address }) => {
    state.requests += 1
    socket.send(Buffer.concat([head, packed]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { state, port: socket.address().port, close: () => void socket.close() }
}

/** Answers everything over UDP and TCP on one port with these bytes. */
export async function startBabbler(babble: () => Buffer) {
  const web = createServer((socket) => {
    socket.on('error', () => undefined).on('data', () => void socket.write(babble()))
    socket.write(babble())
  })
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
  const { port } = web.address() as AddressInfo
  const udp = createSocket('udp4')
  udp.on('message', (_message, from) => udp.send(babble(), from.port, from.address))
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  return {
    port,
    close() {
      web.close()
      udp.close()
    },
  }
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest])
    bytes.push((rest & 0x7f) | 0x80)
  }
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([varint(bytes.length), bytes])
}

function packet(...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([varint(body.length), body])
}
