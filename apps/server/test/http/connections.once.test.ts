import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { auth, type SignedIn } from '@atalaya/contract/auth'
import { describe, expect, test } from 'vitest'
import { boundConnections } from '#server/http/connections.ts'
import { createServerFixture } from '#test/support/server-fixture.ts'

const PROXY = '192.0.2.1'
/** Maximum of one address without authentication, on a server for few connections (`ADDRESS_MIN` of connections.ts). */
const MAX_PER_ADDRESS = 256

/** A server with at most `max` connections, and functions that open connections to it. */
function createLimitedServer(max: number) {
  const emitter = new EventEmitter() as Server
  const connections = boundConnections(emitter, max, (address) => address === PROXY)
  function open(remoteAddress: string) {
    let isOpen = true
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroy() {
        isOpen = false
        socket.emit('close')
      },
    }) as unknown as Socket
    emitter.emit('connection', socket)
    return { socket, isOpen: () => isOpen }
  }
  return {
    open,
    openMany: (count: number, address = (n: number) => `198.51.100.${n}`) =>
      Array.from({ length: count }, (_, n) => open(address(n))),
    markAuthenticated: connections.markAuthenticated,
  }
}
/** Opens connections that authenticate, one after the other. */
const openKnown = (
  { open, markAuthenticated }: ReturnType<typeof createLimitedServer>,
  count: number,
  ownerKey: (n: number) => string,
) =>
  Array.from({ length: count }, (_, n) => {
    const connection = open(`198.51.100.${n}`)
    markAuthenticated(connection.socket, ownerKey(n))
    return connection
  })

const countOpen = (all: { isOpen(): boolean }[]) => all.filter((connection) => connection.isOpen()).length

describe('unauthenticated connections', () => {
  test('are limited per address, and the oldest is closed for a new one', () => {
    const server = createLimitedServer(2000)
    const all = server.openMany(MAX_PER_ADDRESS, () => '198.51.100.1')
    const other = server.open('198.51.100.2')
    expect(countOpen(all)).toBe(MAX_PER_ADDRESS)
    const wrapped = server.open('::ffff:198.51.100.1')
    expect(all.map((connection) => connection.isOpen())).toEqual([false, ...Array(MAX_PER_ADDRESS - 1).fill(true)])
    expect([wrapped.isOpen(), other.isOpen()]).toEqual([true, true])
  })

  test('may be an eighth of all connections from one address, as in a hall of displays', () => {
    const server = createLimitedServer(8000)
    const hall = server.openMany(1000, () => '198.51.100.1')
    expect(countOpen(hall)).toBe(1000)
    server.openMany(100, () => '198.51.100.1')
    expect(countOpen(hall)).toBe(900)
  })

  test('are counted per IPv6 network of a customer', () => {
    const server = createLimitedServer(2000)
    const all = server.openMany(MAX_PER_ADDRESS + 10, (n) => `2001:db8::${n.toString(16)}`)
    expect(countOpen(all)).toBe(MAX_PER_ADDRESS)
  })

  test('take at most half of all connections, from any number of addresses', () => {
    const server = createLimitedServer(100)
    const all = server.openMany(80)
    expect(all.map((connection) => connection.isOpen())).toEqual([...Array(30).fill(false), ...Array(50).fill(true)])
  })

  test('close no authenticated connection, and are closed for new ones', () => {
    const server = createLimitedServer(100)
    const known = openKnown(server, 90, (n) => `person ${n}`)
    const strangers = server.openMany(200)
    expect([countOpen(known), countOpen(strangers)]).toEqual([90, 10])
    const late = server.open('203.0.113.9')
    server.markAuthenticated(late.socket, 'late')
    expect([late.isOpen(), countOpen(known)]).toEqual([true, 90])
  })

  test('are accepted on a full server, and the user with the most connections loses one', () => {
    const server = createLimitedServer(300)
    const greedy = openKnown(server, 200, () => 'ann')
    const others = openKnown(server, 100, (n) => `agent ${n}`)
    const late = server.open('203.0.113.9')
    expect([late.isOpen(), countOpen(greedy), greedy[0]?.isOpen(), countOpen(others)]).toEqual([true, 199, false, 100])
  })

  test('are not limited if they come through a trusted proxy', () => {
    const server = createLimitedServer(1000)
    const proxied = server.openMany(400, () => PROXY)
    server.openMany(700)
    expect(countOpen(proxied)).toBe(400)
  })

  test('are no longer counted after they end', () => {
    const server = createLimitedServer(100)
    for (const { socket } of server.openMany(1000)) socket.destroy()
    expect(countOpen(server.openMany(50))).toBe(50)
  })
})

describe('a full server', () => {
  test('closes the oldest open connection of the fullest user, not one that ended before', () => {
    const server = createLimitedServer(200)
    const greedy = openKnown(server, 100, () => 'ann')
    openKnown(server, 100, (n) => `agent ${n}`)
    for (const { socket } of greedy.slice(0, 10)) socket.destroy()
    openKnown(server, 11, (n) => `late ${n}`)
    expect(greedy.slice(8, 13).map(({ isOpen }) => isOpen())).toEqual([false, false, false, true, true])
  })

  test('refuses a new connection if no user has more than 64', () => {
    const server = createLimitedServer(128)
    const all = openKnown(server, 128, (n) => `person ${n % 2}`)
    expect(server.open('203.0.113.9').isOpen()).toBe(false)
    expect(countOpen(all)).toBe(128)
  })

  test('never takes the connections of a proxy for those of one user', () => {
    const server = createLimitedServer(100)
    const proxied = server.openMany(100, () => PROXY)
    for (const { socket } of proxied) server.markAuthenticated(socket, 'ann')
    expect(server.open('203.0.113.9').isOpen()).toBe(false)
    expect(countOpen(proxied)).toBe(100)
  })
})

/** Process with a low limit of open files, so that few connections fill it. */
const FEW_FILES = { prefix: ['sh', '-c', 'ulimit -n 700 && exec "$0" "$@"'] }

test('a flood of unauthenticated connections closes no connection of a signed-in user', async () => {
  const address = await (await createServerFixture()).start({}, FEW_FILES).ready
  const port = Number(new URL(address).port)
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return ((await (await fetch(`${address}${path}`, init)).json()) as { data: SignedIn }).data
  }
  const credentials = { username: 'owner', password: 'correct horse battery' }
  const profile = { email: 'owner@example.org', name: 'Ada', surname: 'Lovelace', birthday: '1990-12-10' }
  await post(auth.register.path, { ...credentials, ...profile })
  const { accessToken } = (await post(auth.login.path, credentials)).tokens

  /** Opens a connection, and makes one request on it, with the token if there is one. It stays open. */
  async function openAndAsk(token?: string) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    const authorization = token ? `Authorization: Bearer ${token}\r\n` : ''
    socket.write(`GET ${auth.me.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${authorization}\r\n`)
    const [answer] = (await EventEmitter.once(socket, 'data')) as [Buffer]
    return { socket, status: answer.toString().split(' ')[1] }
  }
  const signedIn = await openAndAsk(accessToken)
  const oldest = await openAndAsk()
  expect([signedIn.status, oldest.status]).toEqual(['200', '401'])
  const ended = EventEmitter.once(oldest.socket, 'close')
  const crowd = Array.from({ length: MAX_PER_ADDRESS }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await ended
  expect(signedIn.socket.closed).toBe(false)
  for (const { socket } of [signedIn, oldest]) socket.destroy()
  for (const socket of crowd) socket.destroy()
})
