import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const CREDENTIALS = JSON.stringify({ username: 'nobody', password: 'x'.repeat(800) })

let it: TestApp
let port: number
beforeAll(async () => {
  it = await createTestApp()
  port = Number(new URL(await it.listen()).port)
})
afterAll(() => it.close())

/** Signs in with a body in pieces of so many bytes; answers the status, an empty text where the connection just ended. */
async function signIn(body: string, pieceBytes: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const head = ['POST /auth/login HTTP/1.1', 'Host: 127.0.0.1', 'Connection: close', 'Content-Type: application/json']
  socket.write(`${head.join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n`)
  let pieces = ''
  for (let at = 0; at < body.length; at += pieceBytes) {
    const piece = body.slice(at, at + pieceBytes)
    pieces += `${piece.length.toString(16)}\r\n${piece}\r\n`
  }
  socket.write(`${pieces}0\r\n\r\n`)
  const said = await text(socket).catch(() => '')
  return /HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? ''
}

test.each([1, 2, 100])('a form in pieces of %i bytes is read as one', async (pieceBytes) => {
  expect(await signIn(CREDENTIALS, pieceBytes)).toBe('401')
})

test('a body in thousands of pieces of a byte is cut off, and others are served', async () => {
  expect(await signIn(' '.repeat(16_000), 1)).toBe('')
  expect(await signIn(' '.repeat(16_000), 1000)).toBe('400')
})
