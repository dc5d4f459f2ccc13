import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { encrypt, guardSocket } from '#server/widget-data/guarded-socket.ts'
import { createTurns } from '#server/widget-data/turns.ts'
import { CERTIFICATE, KEY } from '#test/support/certificate.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const PORTION_BYTES = 64 * 1024
const turns = createTurns()
const inTurn = (read: () => void) => turns.take({ group: 'ada', member: 'mpd' }, read)

/** A guarded connection to a server that sends `bytes` at once, with the error that ended it. */
async function openConnection(bytes: number, turn = inTurn) {
  const server = createServer((socket) => void socket.on('error', () => undefined).write(Buffer.alloc(bytes)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const plain = new Socket()
  plain.connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  await once(plain, 'connect')
  const ended = Promise.withResolvers<unknown>()
  const socket = guardSocket(plain, ended.resolve, turn)
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  return { socket, ended: ended.promise }
}

test('an exception in a listener ends its connection once and is reported', async () => {
  const { socket, ended } = await openConnection(PORTION_BYTES * 4)
  let received = 0
  socket.on('data', () => {
    received += 1
    throw new Error('a parser failed')
  })
  expect(await ended).toEqual(new Error('a parser failed'))
  await once(socket, 'close')
  expect([received, socket.destroyed]).toEqual([1, true])
})

test('an error without a listener does not crash the server', async () => {
  const { socket } = await openConnection(1)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.destroy(new Error('reset'))
  await closed
})

test('a flood is read in portions with other work between them, and arrives completely', async () => {
  const { socket } = await openConnection(PORTION_BYTES * 40)
  let bytes = 0
  const seenTurns: number[] = []
  const turnCounter = countTurns()
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      seenTurns.push(turnCounter.turn)
      bytes += chunk.length
      if (bytes === PORTION_BYTES * 40) resolve()
    })
  })
  turnCounter.stop()
  expect(new Set(seenTurns).size).toBe(seenTurns.length)
})

test('a server that sends more than 16 MiB a minute is disconnected', async () => {
  const { socket, ended } = await openConnection(17 * 1024 * 1024)
  socket.on('data', () => undefined)
  expect(await ended).toEqual(new Error('The other server says too much'))
})

test('a server may send 16 MiB in each minute, even if the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { socket } = await openConnection(0)
  const isEndedBy = (bytes: number) => {
    socket.emit('data', Buffer.alloc(bytes))
    return socket.destroyed
  }
  expect(isEndedBy(16 * 1024 * 1024)).toBe(false)
  vi.advanceTimersByTime(60_001)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(isEndedBy(16 * 1024 * 1024)).toBe(false)
  expect(isEndedBy(1)).toBe(true)
})

test('a connection whose turn is refused is ended', async () => {
  const { socket, ended } = await openConnection(1, () => Promise.reject(new Error('Too many sources')))
  socket.on('data', () => undefined)
  expect(await ended).toEqual(new Error('Too many sources'))
  expect(socket.destroyed).toBe(true)
})

test('a connection upgraded to TLS carries data in both directions, and closes at both ends', async () => {
  const secureContext = createSecureContext({ key: KEY, cert: CERTIFICATE })
  const remote = Promise.withResolvers<Socket>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write('encrypt')
    socket.once('data', () => {
      const secured = new TLSSocket(socket, { isServer: true, secureContext })
      secured.on('error', () => undefined).pipe(secured)
      remote.resolve(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const plain = new Socket()
  plain.connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  const guarded = guardSocket(plain, () => undefined, inTurn)
  await once(guarded, 'data')
  guarded.write('yes')
  await remote.promise
  const options = { abort: () => undefined, inTurn, signal: new AbortController().signal }
  const secured = await encrypt(guarded, { host: 'farm.test', isVerified: false }, options)
  let bytes = 0
  const all = new Promise<void>((resolve) => {
    secured.on('data', (chunk) => {
      bytes += chunk.length
      if (bytes === PORTION_BYTES * 20) resolve()
    })
  })
  secured.write(Buffer.alloc(PORTION_BYTES * 20))
  await all
  const closed = [once(guarded, 'close'), once(await remote.promise, 'close')]
  secured.destroy()
  await Promise.all(closed)
})
