// Input over HTTP: bodies of calls, uploads, and requests as bytes.
import { once } from 'node:events'
import { connect } from 'node:net'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterAll, beforeAll } from 'vitest'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'
import { type HttpWorld, openHttpWorld } from './http-world.ts'

const KB = 1024
const MB = 1024 * KB

let world: HttpWorld
beforeAll(async () => {
  world = await openHttpWorld()
})
afterAll(() => world?.close())

const login = { username: 'ada', password: 'correct horse battery' }

fuzzDoor('bodies', {
  seeds: [JSON.stringify(login), '{"code":"ABC123"}', '{"a":"\\"\\"\\""}', '{"refreshToken":"x"}'],
  known: [
    ['', '\\"', ''],
    ['{"username":"', '\\"', '"}'],
    ['', '[', ''],
    ['[', '0,', '0]'],
  ],
  maxBytes: MB,
  moreInputs: jsonWithFaults(login),
  async read(input) {
    for (const url of ['/auth/login', '/auth/refresh', '/auth/qr/scan']) {
      const complaint = await world.send({ method: 'POST', url, bearer: '' }, input)
      if (complaint) return complaint
    }
    return null
  },
  work: (input) => world.send({ method: 'POST', url: '/auth/login', bearer: '' }, input),
})

const copies = [
  { op: 'replace', path: '/tags', value: ['a'] },
  ...Array.from({ length: 22 }, () => ({ op: 'copy', from: '/tags', path: '/tags/0' })),
]
const patch = [
  { op: 'test', path: '/name', value: 'Attic' },
  { op: 'replace', path: '/name', value: 'Attic' },
  { op: 'add', path: '/tags/-', value: 'b' },
  { op: 'remove', path: '/tags/0' },
  { op: 'move', from: '/tags', path: '/name' },
]

fuzzDoor('changes of agents', {
  seeds: [JSON.stringify({ name: 'Kitchen', tags: ['home'] }), JSON.stringify(patch), JSON.stringify(copies)],
  known: [['[{"op":"replace","path":"/tags","value":["a"]}', ',{"op":"copy","from":"/tags","path":"/tags/0"}', ']']],
  maxBytes: MB,
  moreInputs: jsonWithFaults(patch, copies, { name: 'Kitchen', tags: ['home'] }),
  read: (input) => world.send({ method: 'PATCH', url: `/api/v1/agents/${world.agent.id}` }, input),
})

const file = {
  format: 'atalaya.page',
  version: 1,
  name: 'Hall',
  description: '',
  modules: [
    {
      module: { id: 'weather', name: 'Weather', version: '0.1.0' },
      config: { place: 'Sevilla (37.4, -6)', more: { a: [1, { b: null }] } },
      secrets: [],
      position: { x: 0, y: 0, w: 2, h: 1 },
    },
  ],
}

fuzzDoor('page files', {
  seeds: [JSON.stringify(file)],
  maxBytes: MB,
  moreInputs: jsonWithFaults(file),
  read: (input) => world.send({ method: 'POST', url: '/api/v1/dashboard/pages/import' }, input),
})

fuzzDoor('configurations of widgets', {
  seeds: ['{"config":{"place":"Sevilla","units":"metric"}}', '{"position":{"x":0,"y":0,"w":2,"h":1}}'],
  known: [['{"config":{"place":[', '1,', '1]}}']],
  maxBytes: MB,
  moreInputs: jsonWithFaults({ config: { place: 'Sevilla', provider: 'MET Norway' } }),
  read: (input) =>
    world.send(
      { method: 'PATCH', url: `/api/v1/dashboard/pages/${world.widget.page}/modules/${world.widget.id}` },
      input,
    ),
})

const order = { command: 'ping', agentId: 'x', args: { a: [1, { b: 'c' }] }, expiresInS: 60 }

fuzzDoor('commands', {
  seeds: [JSON.stringify(order)],
  maxBytes: MB,
  moreInputs: jsonWithFaults(order),
  read: (input) =>
    world.send(
      { method: 'POST', url: '/api/v1/agents/command' },
      Buffer.from(input.toString('latin1').replace('"x"', `"${world.agent.id}"`), 'latin1'),
    ),
})

const boundary = 'x'
const part = (headers: string, content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
const end = Buffer.from(`--${boundary}--\r\n`)
const disposition = 'Content-Disposition: form-data; name="file"; filename="module.tgz"'

const upload = (input: Buffer) =>
  world.send({ method: 'POST', url: '/api/v1/modules', type: `multipart/form-data; boundary=${boundary}` }, input)

/** Renames the field of the file. Must be fast, as its time counts towards the door's. */
function renameField(input: Buffer): Buffer {
  const copy = Buffer.from(input)
  for (let at = copy.indexOf('"file"'); at >= 0; at = copy.indexOf('"file"', at)) copy.write('"elif"', at)
  return copy
}

fuzzDoor('uploads', {
  seeds: [
    Buffer.concat([part(`${disposition}\r\nContent-Type: application/gzip`, clockArchive()), end]),
    Buffer.concat([part(disposition, 'PK\x03\x04'), end]),
    Buffer.concat([part('Content-Disposition: form-data; name="other"', 'a'), part(disposition, 'b'), end]),
  ],
  maxBytes: 10 * MB,
  shortInputs: 20,
  concurrency: 4,
  read: upload,
  // Without a file of the right name no thread is started for it.
  work: (input) => upload(renameField(input)),
})

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`

/** Sends bytes on a new connection. Returns all bytes of the answer. */
async function exchangeBytes(input: Buffer): Promise<string> {
  const socket = connect(world.port, '127.0.0.1')
  const closed = once(socket, 'close')
  const received: Buffer[] = []
  socket.on('data', (chunk) => received.push(chunk))
  socket.on('error', () => undefined)
  socket.end(input)
  await closed
  return Buffer.concat(received).toString('latin1')
}

fuzzDoor('requests as bytes', {
  seeds: [
    lines('GET /healthz HTTP/1.1', 'Host: 127.0.0.1', 'Connection: close'),
    lines(
      'GET /api/v1/agents?search=a&page=1&tags=b HTTP/1.1',
      'Host: a',
      'Cookie: a=b; c="d"; %41=%42',
      'Authorization: Bearer x',
    ),
    lines(
      'GET /api/v1/events HTTP/1.1',
      'Host: a',
      'Last-Event-ID: abc-1',
      'Origin: http://a',
      'User-Agent: Mozilla/5.0 (X11)',
    ),
    `${lines('POST /auth/login HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 2')}{}`,
    `${lines('POST /auth/login HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
    lines(
      'GET /api/agent/v1/ws HTTP/1.1',
      'Host: a',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      'Sec-WebSocket-Protocol: agent.v1',
    ),
    lines(
      'GET /modules/clock/1.0.0/../../../etc/passwd HTTP/1.1',
      'Host: a',
      'Range: bytes=0-,1-',
      'Accept-Encoding: gzip;q=0.5',
    ),
  ],
  maxBytes: 16 * KB,
  concurrency: 20,
  async read(input) {
    const answer = await exchangeBytes(input)
    const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
    const wrong = statuses.find((status) => status >= 500)
    return wrong === undefined ? null : answer.slice(0, 500)
  },
})
