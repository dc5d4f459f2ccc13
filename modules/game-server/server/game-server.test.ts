import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { SourceError } from '@atalaya/module-sdk/server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { source } from '../server.ts'
import { findGame, suggestGames } from './games.ts'
import { toReading } from './reading.ts'
import { toStatus } from './status.ts'
import { startMinecraftServer, startQuakeServer } from './testing/stand-ins.ts'
import { net, tools } from './testing/tools.ts'

test('a Quake 3 server lists its players, and its numeric texts become numbers', async () => {
  const server = await startQuakeServer(['12 35 "^2Ada"', '7 0 "Grunt"'])
  onTestFinished(server.close)
  const config = { game: 'openarena', host: 'farm.test', port: server.port }
  const first = await source.fetch(config, tools, null)
  expect(first).toMatchObject({
    game: 'OpenArena',
    name: 'Farm OA',
    map: 'oa_dm1',
    version: 'ioq3 1.36',
    isLocked: false,
    max: 8,
    players: [
      { name: 'Ada', score: 12, isBot: false },
      { name: 'Grunt', score: 7, isBot: true },
    ],
    history: [first.online],
  })
  const second = await source.fetch(config, tools, first)
  expect(second.history).toEqual([first.online, second.online])
  expect(server.state.requests).toBe(2)
})

test('a Minecraft server has its message as name, and lists its players', async () => {
  const server = await startMinecraftServer({ text: '§aWelcome ', extra: [{ text: 'to ' }, { text: 'the farm' }] })
  onTestFinished(server.close)
  const status = await source.fetch({ game: 'minecraft', host: 'farm.test', port: server.port }, tools, null)
  expect(status).toMatchObject({
    game: 'Minecraft',
    name: 'Welcome to the farm',
    version: '1.20.4',
    online: 2,
    max: 20,
    players: [{ name: 'alice', score: null, isBot: false }],
  })
})

test('the SRV record of a domain gives the address of its Minecraft server, unless a port is set', async () => {
  const server = await startMinecraftServer('Found')
  onTestFinished(server.close)
  const requests: string[] = []
  const services = async (name: string) => {
    requests.push(name)
    return [{ host: 'node7.farm.test', port: server.port }]
  }
  const resolve = vi.fn(net.resolve)
  const toolsWithRecord = { ...tools, net: { ...net, resolve, services } }
  expect((await source.fetch({ game: 'minecraft', host: 'farm.test' }, toolsWithRecord, null)).name).toBe('Found')
  // `resolve` refuses internal addresses: it gets the record's name, too.
  expect(resolve).toHaveBeenLastCalledWith('node7.farm.test', server.port)
  await source.fetch({ game: 'minecraft', host: 'farm.test', port: server.port }, toolsWithRecord, null)
  expect(resolve).toHaveBeenLastCalledWith('farm.test', server.port)
  expect(requests).toEqual(['_minecraft._tcp.farm.test'])
})

test('a server that does not answer is reported in plain words, within the time limit', async () => {
  const server = await startQuakeServer([])
  onTestFinished(server.close)
  server.state.isSilent = true
  const asking = source.fetch({ game: 'openarena', host: 'farm.test', port: server.port }, tools, null)
  await expect(asking).rejects.toThrow(new SourceError('The game server does not answer'))
  expect(server.state.requests).toBe(1)
})

test('a server that never stops sending is disconnected', async () => {
  const sent = Promise.withResolvers<number>()
  const flood = createServer((socket) => {
    const chunk = Buffer.alloc(64 * 1024, 1)
    const pour = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', pour)
    socket.on('error', () => undefined)
    socket.on('close', () => sent.resolve(socket.bytesWritten))
    // The length of a packet that never ends.
    socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x07]))
    pour()
  })
  flood.listen(0, '127.0.0.1')
  await once(flood, 'listening')
  onTestFinished(() => void flood.close())
  const { port } = flood.address() as AddressInfo
  const asking = source.fetch({ game: 'minecraft', host: 'farm.test', port }, tools, null)
  await expect(asking).rejects.toThrow('The game server does not answer')
  // The buffers of both ends hold more than the bound: the sender learns late that the query has ended.
  expect(await sent.promise).toBeLessThan(12 * 1024 * 1024)
})

describe('the answer of a game', () => {
  test('becomes a status even if most fields are missing', () => {
    expect(toReading({ name: '', password: 'false', maxplayers: 20, numplayers: 3 })).toEqual({
      name: '',
      map: '',
      version: '',
      isLocked: false,
      online: 3,
      max: 20,
      players: [],
      ping: 0,
    })
  })

  test('is shortened if it is too long, and loses invisible characters', () => {
    const players = Array.from({ length: 500 }, (_, n) => ({ name: `p${n}\u0000\u001b` }))
    const { name, players: shown } = toReading({ name: 'a\n'.repeat(500), players, numplayers: '500' })
    expect(name.length).toBeLessThanOrEqual(80)
    expect(name).not.toContain('\n')
    expect(shown).toHaveLength(64)
    expect(shown[0]?.name).toBe('p0')
  })

  test('keeps a limited history of the number of players', () => {
    const long = Array.from({ length: 100 }, () => 1)
    expect(toStatus('X', toReading({ numplayers: 2 }), long).history).toHaveLength(60)
  })
})

describe('a game', () => {
  test('is found by a part of its name, the best match first', () => {
    expect(suggestGames('minecraft')[0]).toEqual({ value: 'minecraft', label: 'Minecraft (2009)' })
    expect(suggestGames('openar')).toEqual([{ value: 'openarena', label: 'OpenArena (2005)' }])
    expect(suggestGames('')).toHaveLength(50)
    expect(suggestGames('no such game')).toEqual([])
  })

  test.each([
    ['openarena', 'openarena'],
    ['OpenArena ', 'openarena'],
    ['discord', undefined],
    ['toString', undefined],
  ])('named “%s” is %s', (text, id) => {
    expect(findGame(text)?.id).toBe(id)
  })

  test('is refused before any request if it is unknown', () => {
    expect(source.missing?.({ game: 'nope', host: 'x' })).toContain('There is no game “nope”')
    expect(source.missing?.({ game: 'openarena', host: ' ' })).toContain('Choose a game')
    expect(source.missing?.({ game: 'openarena', host: 'x' })).toBeNull()
  })

  test('shares one source for the same server, in any spelling', () => {
    const key = (config: object) => JSON.stringify(source.key?.({ game: 'openarena', host: '', ...config }))
    expect(key({ host: 'Farm.test ' })).toBe(key({ host: 'farm.test', game: 'OpenArena' }))
    expect(key({ host: 'farm.test' })).not.toBe(key({ host: 'farm.test', port: 27961 }))
  })
})
