import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
let port: number
beforeAll(async () => {
  it = await createTestApp()
  port = Number(new URL(await it.listen()).port)
})
afterAll(() => it.close())

/** So many requests in one write on one connection; answers the statuses that came back before its end. */
async function ask(count: number): Promise<string[]> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const [usual, last] = ['keep-alive', 'close'].map(
    (connection) => `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: ${connection}\r\n\r\n`,
  )
  socket.write(`${usual?.repeat(count - 1)}${last}`)
  const said = await text(socket).catch(() => '')
  return [...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)
}

test('requests that follow each other without waiting are answered, one after the other', async () => {
  expect(await ask(32)).toEqual(Array(32).fill('200'))
})

test('a connection with hundreds of them at once is cut off, and others are served', async () => {
  expect((await ask(1600)).length).toBeLessThan(33)
  expect(await ask(1)).toEqual(['200'])
})
