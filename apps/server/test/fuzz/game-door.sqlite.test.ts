// Answers of game servers, by UDP and by TCP.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { bomb } from '../../../../modules/game-server/server/testing/stand-ins.ts'
import { source as games } from '../../../../modules/game-server/server.ts'
import { fuzzDoor } from './door.ts'
import { askSource } from './source-world.ts'

const KB = 1024
const status = {
  version: { name: '1.20.4' },
  players: { max: 20, online: 1, sample: [{ name: 'a' }] },
  description: 'b',
}
const quake = '\xff\xff\xff\xffstatusResponse\n\\sv_hostname\\^1Farm\\mapname\\dm1\\sv_maxclients\\8\n12 35 "^2Ada"\n'
const valve = '\xff\xff\xff\xffI\x11Farm\0de_dust\0csgo\0Counter\0\xda\x02\x05\x10\x00dl\x00\x011.38\0'
/** Answer in one part that is packed with bzip2: 300 bytes that unpack to 413 MB. */
const packed = Buffer.concat([Buffer.from('feffffff010000800100e0040000000000000000', 'hex'), bomb])

/** Server that answers over UDP and TCP with these bytes. */
async function startGameServer(input: Buffer) {
  const udp = createSocket('udp4')
  udp.on('error', () => undefined)
  udp.on('message', (_message, { port, address }) => udp.send(input.subarray(0, 60 * KB), port, address))
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  const { port } = udp.address()
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(input))
  })
  tcp.listen(port, '127.0.0.1')
  await once(tcp, 'listening')
  return {
    port: (tcp.address() as AddressInfo).port,
    close: () => {
      udp.close()
      tcp.close()
    },
  }
}

/** Packet of Minecraft: the lengths of the packet and of its text are VarInts of two bytes, and its id is 0. */
const inVarints = (text: string) => {
  const body = Buffer.concat([Buffer.from([0, (text.length & 0x7f) | 0x80, text.length >> 7]), Buffer.from(text)])
  return Buffer.concat([Buffer.from([(body.length & 0x7f) | 0x80, body.length >> 7]), body])
}

fuzzDoor('game servers', {
  seeds: [Buffer.from(quake, 'latin1'), Buffer.from(valve, 'latin1'), packed, inVarints(JSON.stringify(status))],
  maxBytes: 60 * KB,
  // Answers are read in a thread, and unreadable ones are asked for again.
  isIsolated: true,
  concurrency: 60,
  shortInputs: 60,
  async read(input) {
    const server = await startGameServer(input).catch(() => null)
    // Another program has the same port by TCP.
    if (!server) return null
    const others = ['openarena', 'minecraft', 'teamspeak3']
    const world = { resolve: async () => '127.0.0.1' }
    const checks = ['counterstrike2', others[input.length % others.length]].map((game) =>
      askSource(games, { game, host: 'farm.test', port: server.port }, world),
    )
    const complaints = await Promise.all(checks).finally(server.close)
    return complaints.find((complaint) => complaint !== null) ?? null
  },
  work: () => undefined,
})
