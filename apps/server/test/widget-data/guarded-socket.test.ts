import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { guardSocket } from '#server/widget-data/guarded-socket.ts'

const PORTION = 64 * 1024

/** A guarded connection to one that says this much at once, and what it was ended for. */
async function connection(bytes: number) {
  const server = createServer((socket) => void socket.on('error', () => undefined).write(Buffer.alloc(bytes)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const plain = new Socket()
  plain.connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  await once(plain, 'connect')
  const ended = Promise.withResolvers<unknown>()
  const socket = guardSocket(plain, ended.resolve)
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  return { socket, ended: ended.promise }
}

test('what a listener throws ends its connection, once, and is told', async () => {
  const { socket, ended } = await connection(PORTION * 4)
  let heard = 0
  socket.on('data', () => {
    heard += 1
    throw new Error('a parser failed')
  })
  expect(await ended).toEqual(new Error('a parser failed'))
  await once(socket, 'close')
  expect([heard, socket.destroyed]).toEqual([1, true])
})

test('an error that nobody listens for is no fault of anybody', async () => {
  const { socket } = await connection(1)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.destroy(new Error('reset'))
  await closed
})

test('others have their turn between two portions of a flood, and all of it comes', async () => {
  const { socket } = await connection(PORTION * 40)
  let [turn, bytes] = [0, 0]
  const turns: number[] = []
  const count = () => {
    turn += 1
    if (bytes < PORTION * 40) setImmediate(count)
  }
  setImmediate(count)
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      turns.push(turn)
      bytes += chunk.length
      if (bytes === PORTION * 40) resolve()
    })
  })
  expect(new Set(turns).size).toBe(turns.length)
})

test('who says more than 16 MB a minute is cut off', async () => {
  const { socket, ended } = await connection(17 * 1024 * 1024)
  socket.on('data', () => undefined)
  expect(await ended).toEqual(new Error('The other server says too much'))
})
