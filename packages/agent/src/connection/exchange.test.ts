import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { downloadProgram } from '#agent/commands/download.ts'
import { retryAfterOf } from './connection.ts'
import { createExchange } from './exchange.ts'
import { dialSync } from './sync-connection.ts'

let servers: Server[] = []
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  servers = []
})

async function serve(answer: RequestListener): Promise<URL> {
  const server = createServer((request, response) => {
    request.resume()
    response.on('error', () => undefined)
    answer(request, response)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const body = { session: undefined, received: 0, frames: [], waitS: 0 }
const ask = async (answer: RequestListener) =>
  createExchange({ server: await serve(answer), token: 'at_secret' }).send(body)
const ok = (frames: unknown[]) => JSON.stringify({ data: { session: 's', frames, closed: null } })

test.each<[string, RequestListener, string]>([
  ['is no JSON', (_, response) => response.end('<html>'), 'is not JSON'],
  ['has another shape', (_, response) => response.end('{"data":{"frames":7}}'), 'invalid_type'],
  [
    'is nested too deeply',
    (_, response) => response.end(ok([]).replace('[]', `${'['.repeat(1e5)}${']'.repeat(1e5)}`)),
    'nested',
  ],
  ['has too many values', (_, response) => response.end(ok(Array(700_000).fill(0))), 'more than 600000 values'],
  ['is too large', (_, response) => response.end('x'.repeat(4 * 1024 * 1024 + 1)), 'more than 4194304 bytes'],
  [
    'is too large once it is unpacked',
    (_, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x')))
    },
    'more than 4194304 bytes',
  ],
])('an answer that %s ends the connection with a reason', async (_what, answer, reason) => {
  await expect(ask(answer)).rejects.toMatchObject({ disconnect: { cause: expect.stringContaining(reason) } })
})

test('a redirect is not followed, and the token goes to no other server', async () => {
  const tokens: unknown[] = []
  const elsewhere = await serve(({ headers }, response) => {
    tokens.push(headers.authorization)
    response.end(ok([]))
  })
  const away = (_: unknown, response: Parameters<RequestListener>[1]) => {
    response.writeHead(307, { location: elsewhere.href })
    response.end()
  }
  await expect(ask(away)).rejects.toMatchObject({ disconnect: { status: 307 } })
  const program = downloadProgram(await serve(away), new AbortController().signal)
  await expect(program).rejects.toThrow('The server answered 307')
  expect(tokens).toEqual([])
})

test('a server that answers at once without frames is polled only once a second', async () => {
  let requests = 0
  const server = await serve((_, response) => {
    requests++
    response.end(ok([]))
  })
  const hello = () => ({ v: 1 as const, t: 'bye' as const, d: { reason: 'shutdown' as const } })
  const silent = { hello, onFrame: () => undefined, onInvalidFrame: () => undefined, onEnd: () => undefined }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const connection = dialSync({ server, token: 'at_secret' }, silent)
  let seconds = 0
  const later = async () => {
    seconds += 0.1
    await vi.advanceTimersByTimeAsync(100)
    return requests
  }
  await expect.poll(later, { interval: 0 }).toBeGreaterThan(5)
  // The hello, then once a second.
  expect(requests).toBeLessThanOrEqual(seconds + 2)
  connection.drop()
})

test.each([
  ['5', 5_000],
  ['1e12', 3_600_000],
  ['-1', undefined],
  ['soon', undefined],
  [null, undefined],
])('Retry-After %s means %s ms', (header, ms) => {
  expect(retryAfterOf(header)).toBe(ms)
})

const program = Buffer.from('the program')
async function download(answer: RequestListener, withinMs: number) {
  const { signal } = new AbortController()
  return downloadProgram(await serve(answer), signal, { maxBytes: 100, withinMs })
}
const etag = '"cde62ad8b8d73a2a2ad8ae0f1e6f3f0f"'

test.each<[string, RequestListener]>([
  ['has no end', (_, response) => response.write(program)],
  ['never arrives', () => undefined],
])('the download of a program that %s times out', async (_what, answer) => {
  await expect(download(answer, 300)).rejects.toThrow('did not arrive in time')
})

test.each<[string, RequestListener, string]>([
  ['is too large', (_, response) => response.end('x'.repeat(101)), 'sends more than 100 bytes'],
  [
    'differs from the announced hash',
    (_, response) => response.setHeader('etag', etag).end(program),
    'not what the server',
  ],
  ['has no announced hash', (_, response) => response.end(program), 'not what the server promised'],
  [
    'was cut off',
    (_, response) => {
      response.setHeader('content-length', 100)
      response.write(program, () => response.destroy())
    },
    'The file did not arrive',
  ],
])('a program that %s is refused', async (_what, answer, reason) => {
  await expect(download(answer, 60_000)).rejects.toThrow(reason)
})
