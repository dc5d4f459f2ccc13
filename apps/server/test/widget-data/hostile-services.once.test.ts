import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { localWeb as web } from '#test/support/local-web.ts'
import { inStoppedTime, withoutAdvancingTime } from '#test/support/stopped-time.ts'
import { createWidgetWorld, type WidgetWorld } from '#test/support/widget-world.ts'
import { bomb, startSourceServer } from '../../../../modules/game-server/server/testing/stand-ins.ts'
import { startStandIn } from '../../../../modules/home-assistant/server/testing/stand-in.ts'

let world: WidgetWorld
beforeAll(async () => {
  world = await createWidgetWorld()
})
afterAll(() => world.close())

/** Starts an MPD on this machine that answers each line with `answer`. */
async function startMpd(greeting: string, answer: (line: string) => string | Buffer): Promise<number> {
  const openSockets = new Set<Socket>()
  const server = createServer((socket) => {
    openSockets.add(socket)
    socket.on('error', () => undefined).write(greeting)
    socket.on('data', (lines) => {
      for (const line of lines.toString().trim().split('\n')) socket.write(answer(line))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of openSockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Checks on a stopped clock that a server gets at most one request in 250 ms. */
const expectSlowRequests = (begin: () => Promise<void>, count: () => number) =>
  inStoppedTime(async (advance) => {
    await begin()
    let intervals = 0
    const later = async () => {
      intervals += 0.1
      await advance(25)
      return count()
    }
    await expect.poll(later, withoutAdvancingTime).toBeGreaterThan(5)
    expect(count()).toBeLessThanOrEqual(intervals + 1)
  })

const whoAmI = { user_id: '@ada:farm.test' }
const syncOf = (rooms: object) => ({ next_batch: 's1', rooms })

describe('a hostile Matrix homeserver', () => {
  const follow = (homeserver: string) => world.addWidget('conversations', { homeserver, token: 'x' })
  const startHomeserver = (body: string | Buffer, headers = {}) =>
    web((request, response) => {
      const isSync = request.url?.includes('/sync') ?? false
      response.writeHead(200, isSync ? headers : {}).end(isSync ? body : JSON.stringify(whoAmI))
    })
  const unreadable = 'The other server’s answer could not be read'

  test.each<[string, string | Buffer, object, string]>([
    ['sends endless nesting', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, {}, unreadable],
    ['sends countless values', `[${'1,'.repeat(400_000)}1]`, {}, unreadable],
    ['sends an endless answer', 'x'.repeat(5 * 1024 * 1024), {}, 'The other server could not be asked'],
    [
      'sends compressed data without a request',
      gzipSync(Buffer.alloc(100_000_000)),
      { 'content-encoding': 'gzip' },
      unreadable,
    ],
    ['sends an invalid answer', '{"next_batch":7}', {}, 'This is not a Matrix homeserver'],
    [
      'sends an endless token',
      JSON.stringify({ next_batch: 'x'.repeat(10_000) }),
      {},
      'This is not a Matrix homeserver',
    ],
    ['sends __proto__', '{"next_batch":"s","__proto__":{"rooms":1}}', {}, unreadable],
  ])('causes an error only on its widget if it %s', async (_name, body, headers, error) => {
    expect((await world.readSettled(await follow(await startHomeserver(body, headers)))).error).toBe(error)
    expect(await world.isHealthy()).toBe(true)
  })

  test('is shown with names and texts of a bounded length', async () => {
    const long = 'x'.repeat(20_000)
    const room = (n: number) => [
      `!${n}:farm.test`,
      {
        summary: { 'm.heroes': Array.from({ length: 50 }, (_, hero) => `@${hero}${long.slice(0, 200)}:c`) },
        state: {
          events: [{ type: 'm.room.name', state_key: '', content: { name: n % 2 ? long : { a: 1 } } }, null, 7],
        },
        timeline: {
          events: [
            {
              type: 'm.room.message',
              sender: '@b:c',
              origin_server_ts: 1e15,
              content: { msgtype: 'm.text', body: long },
            },
          ],
        },
      },
    ]
    const join = Object.fromEntries(Array.from({ length: 40 }, (_, n) => room(n)))
    const { data, error } = await world.readSettled(
      await follow(await startHomeserver(JSON.stringify(syncOf({ join })))),
    )
    expect(error).toBeNull()
    expect(JSON.stringify(data).length).toBeLessThan(20_000)
  })

  test('is not requested more often if it answers at once', async () => {
    let syncs = 0
    const homeserver = await web((request, response) => {
      const isSync = request.url?.includes('/sync') ?? false
      syncs += isSync ? 1 : 0
      response.end(JSON.stringify(isSync ? syncOf({ join: { '!a:b': {} } }) : whoAmI))
    })
    await expectSlowRequests(
      async () => void (await world.readSettled(await follow(homeserver))),
      () => syncs,
    )
  })
})

describe('a hostile MPD', () => {
  const NO_MPD = 'This is not an MPD server'
  const follow = (port: number) => world.addWidget('now-playing', { provider: 'mpd', host: '127.0.0.1', port })
  const playing = 'state: play\nfile: a.flac\nTitle: Signal\nduration: 1e999\nelapsed: abc\n'
  const answerByCommand = (answers: Record<string, string | Buffer>) => (line: string) => {
    const [name = ''] = line.split(' ')
    return answers[name] ?? (name === 'command_list_end' ? `${playing}OK\n` : '')
  }

  test.each([
    ['sends an endless greeting', 'x'.repeat(100_000), ''],
    ['sends countless lines', 'OK MPD 0.23\n', 'a: b\n'.repeat(5_000)],
    ['announces too large a part', 'OK MPD 0.23\n', 'binary: 4000000000\n'],
    ['sends data before a request', 'OK MPD 0.23\nstate: play\n', ''],
  ])('causes an error only on its widget if it %s', async (_name, greeting, status) => {
    const port = await startMpd(greeting, answerByCommand({ command_list_end: status }))
    expect((await world.readSettled(await follow(port))).error).toBe(NO_MPD)
    expect(await world.isHealthy()).toBe(true)
  })

  test.each([
    ['has no valid size', 'size: abc\nbinary: 3\nabc\nOK\n'],
    ['is shorter than announced', 'size: 2000000\nbinary: 1\na\nOK\n'],
    ['is longer than announced', 'size: 2\nbinary: 3\nabc\nOK\n'],
    ['is too large', 'size: 4000000000\nbinary: 3\nabc\nOK\n'],
  ])('with a picture that %s is shown without the picture', async (_name, part) => {
    const port = await startMpd(
      'OK MPD 0.23\n',
      answerByCommand({ readpicture: part, albumart: 'ACK [50@0] {albumart} none\n' }),
    )
    const { data, error } = await world.readSettled(await follow(port))
    expect(error).toBeNull()
    expect(data).toMatchObject({ title: 'Signal', cover: null, durationMs: null, progressMs: 0 })
  })

  test('is not requested more often if it reports a change every time', async () => {
    let idles = 0
    const port = await startMpd('OK MPD 0.23\n', (line) => {
      idles += line.startsWith('idle') ? 1 : 0
      return answerByCommand({
        idle: 'changed: player\nOK\n',
        readpicture: 'ACK [5@0] {} x\n',
        albumart: 'ACK [5@0] {} x\n',
      })(line)
    })
    await expectSlowRequests(
      async () => void (await world.readSettled(await follow(port))),
      () => idles,
    )
  })
})

test('a decompression bomb of a game server causes an error only on its widget', async () => {
  const server = await startSourceServer(bomb)
  onTestFinished(server.close)
  const widget = await world.addWidget('game-server', { game: 'teamfortress2', host: '127.0.0.1', port: server.port })
  // A busy machine comes to the end of the time for reading before the end of the bomb.
  expect((await world.readSettled(widget)).error).toMatch(
    /^The game server(’s answer is too much to read| does not answer)$/,
  )
  expect(await world.isHealthy()).toBe(true)
})

test('a Home Assistant that floods is disconnected, with an error only on its widget', async () => {
  const house = await startStandIn()
  onTestFinished(() => house.stop())
  house.set('light.hall', 'off')
  const config = { address: house.address, token: 'long-lived', entities: [{ entity: 'light.hall' }] }
  const widget = await world.addWidget('home-assistant', config)
  expect((await world.readSettled(widget)).error).toBeNull()
  // More than 16 MiB.
  const note = 'x'.repeat(500_000)
  for (let n = 0; n < 40; n++) house.change('light.hall', { s: String(n), a: { note } })
  await expect.poll(async () => (await world.readSettled(widget)).error).toBe('The other server says too much')
  expect(await world.isHealthy()).toBe(true)
})
