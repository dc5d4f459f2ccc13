import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SYNC_FILTER } from '../sync-answer.ts'
import { type Answer, createFakeRooms, FAKE_ACCOUNT } from './fake-rooms.ts'

const unknownToken: Answer = { status: 401, body: { errcode: 'M_UNKNOWN_TOKEN', error: 'Invalid', soft_logout: false } }

/**
 * A fake of a Matrix homeserver, as its client-server API documents it. It has sign-in by password, and knows the owner
 * of a token. One long poll answers with the changes since a batch. State of a room comes the first time only.
 */
export async function startFakeMatrix() {
  const rooms = createFakeRooms()
  const tokens = new Set<string>(['token-of-ada'])
  /** The sign-ins and the number of syncs; `instead` are answers to the next requests. */
  const control = { logins: [] as Record<string, unknown>[], syncs: 0, instead: [] as Answer[] }

  async function sync(query: URLSearchParams, gone: AbortSignal): Promise<Answer> {
    control.syncs += 1
    if (query.get('filter') !== SYNC_FILTER) return { status: 400, body: { errcode: 'M_INVALID_PARAM' } }
    const since = Number((query.get('since') ?? 's0').slice(1))
    if (since > 0) await rooms.waitForChange(since, Number(query.get('timeout')), gone)
    return rooms.batch(since)
  }

  function login(body: Record<string, unknown>): Answer {
    const { user } = body.identifier as { user: string }
    control.logins.push(body)
    if (body.type !== 'm.login.password' || user !== 'ada' || body.password !== 'lantern') {
      return { status: 403, body: { errcode: 'M_FORBIDDEN', error: 'Invalid username or password' } }
    }
    const token = `login-${control.logins.length}`
    tokens.add(token)
    return { status: 200, body: { user_id: FAKE_ACCOUNT, access_token: token, device_id: body.device_id } }
  }

  async function answerTo({ url = '/', headers, method }: IncomingMessage, text: string, gone: AbortSignal) {
    const { pathname, searchParams } = new URL(url, 'http://fake')
    const path = pathname.replace('/_matrix/client/v3', '')
    const instead = control.instead.shift()
    if (instead) return instead
    if (path === '/login' && method === 'POST') return login(JSON.parse(text))
    if (!tokens.has((headers.authorization ?? '').replace('Bearer ', ''))) return unknownToken
    if (path === '/account/whoami') return { status: 200, body: { user_id: FAKE_ACCOUNT } }
    if (path === '/joined_rooms') return { status: 200, body: { joined_rooms: rooms.joined() } }
    return path === '/sync' ? sync(searchParams, gone) : { status: 404, body: { errcode: 'M_UNRECOGNIZED' } }
  }

  const server = createServer(async (request, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { status, body } = await answerTo(request, Buffer.concat(chunks).toString(), gone.signal)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    ...rooms,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    control,
    tokens,
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
