import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { AGENT_WS_PATH } from '@atalaya/contract/agent-protocol'
import { agents } from '@atalaya/contract/agents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
let port: number
beforeAll(async () => {
  world = await createTestApp()
  port = Number(new URL(await world.listen()).port)
})
afterAll(() => world.close())

/** Writes requests at once on a new connection. Returns all statuses once the connection has ended. */
async function send(...requests: string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  for (const request of requests) socket.write(request)
  const answer = await text(socket).catch(() => '')
  return [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)
}

test('a client has ten seconds for a head and thirty for a request', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = world.app.server
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
  })
})

describe('pipelined requests', () => {
  // A connection may have 32 requests in one turn of the event loop (PIPELINED_MAX of pipelining.ts).
  const ask = (count: number) => {
    const [keptAlive = '', closing = ''] = ['keep-alive', 'close'].map(
      (connection) => `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: ${connection}\r\n\r\n`,
    )
    return send(keptAlive.repeat(count - 1) + closing)
  }

  test('are answered in order', async () => {
    expect(await ask(32)).toEqual(Array(32).fill('200'))
  })

  test('are cut off when there are hundreds, and other connections are served', async () => {
    expect((await ask(1600)).length).toBeLessThan(33)
    expect(await ask(1)).toEqual(['200'])
  })

  test('are cut off if they have wrong tokens, and after one request for a WebSocket', async () => {
    const requestFor = (path: string, ...more: string[]) =>
      [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Authorization: Bearer wrong', ...more, '\r\n'].join('\r\n')
    const statuses = await send(requestFor(agents.list.path).repeat(1000))
    expect(statuses.length).toBeLessThan(33)
    expect(statuses.filter((status) => status !== '401')).toEqual([])
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
    const handshake = requestFor(AGENT_WS_PATH, ...upgrade, `Sec-WebSocket-Key: ${'A'.repeat(22)}==`)
    expect(await send(handshake.repeat(1000))).toEqual(['401'])
    expect(await ask(1)).toEqual(['200'])
  })
})

describe('a chunked body', () => {
  const CREDENTIALS = JSON.stringify({ username: 'nobody', password: 'x'.repeat(800) })
  const HEAD = ['POST /auth/login HTTP/1.1', 'Host: 127.0.0.1', 'Connection: close', 'Content-Type: application/json']

  /** Signs in with a body in pieces of `pieceBytes`. */
  function signIn(body: string, pieceBytes: number): Promise<string[]> {
    let pieces = ''
    for (let start = 0; start < body.length; start += pieceBytes) {
      const piece = body.slice(start, start + pieceBytes)
      pieces += `${piece.length.toString(16)}\r\n${piece}\r\n`
    }
    return send(`${HEAD.join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n`, `${pieces}0\r\n\r\n`)
  }

  test.each([1, 2, 100])('with chunks of %i bytes is read completely', async (pieceBytes) => {
    expect(await signIn(CREDENTIALS, pieceBytes)).toEqual(['401'])
  })

  test('with thousands of one-byte chunks is cut off, and with larger chunks it is read', async () => {
    expect(await signIn(' '.repeat(16_000), 1)).toEqual([])
    expect(await signIn(' '.repeat(16_000), 1000)).toEqual(['400'])
  })
})
