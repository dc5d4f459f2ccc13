import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { AGENT_WS_PATH } from '@atalaya/contract/agent-protocol'
import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
const opened: Socket[] = []
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await world.close()
})
async function start() {
  world = await createTestApp()
  await world.listen()
}
const countConnections = () =>
  new Promise<number>((resolve) => world.app.server.getConnections((_, count) => resolve(count)))

/** Peer that requests another protocol, keeps sending, and never closes its side. */
async function requestUpgrade(path: string) {
  const { port } = world.app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  opened.push(socket)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n`)
  return { socket, received: () => received }
}

test('an agent without a token is refused and leaves no connection behind', async () => {
  await start()
  const peers = await Promise.all(Array.from({ length: 20 }, () => requestUpgrade(AGENT_WS_PATH)))
  for (const { received } of peers) await expect.poll(received).toContain('HTTP/1.1 401')
  for (const { socket } of peers) socket.write('and on')
  await expect.poll(countConnections).toBe(0)
})

test('an upgrade request on another path is answered as plain HTTP, and the connection stays open', async () => {
  await start()
  const { socket, received } = await requestUpgrade('/healthz')
  await expect.poll(received).toContain('HTTP/1.1 200')
  socket.write('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(received).toContain('HTTP/1.1 404')
})
