import { once } from 'node:events'
import { isIP, Socket } from 'node:net'
import type { Agent } from 'undici'
import { type AddressRange, mayConnect } from './addresses.ts'
import { createConnector } from './connector.ts'
import { createJudgedNames } from './judged-names.ts'
import type { Names } from './names.ts'

const REDIRECTS_MAX = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Ports below 1024 belong to services other than the web. */
const WEB_PORTS = new Set(['', '80', '443'])
const FIRST_FREE_PORT = 1024
/** Maximum of servers of one domain's service. */
const SERVICES_MAX = 4
/** Bound of an answer's unread bytes, which take a hundred times as much memory if they come one by one. */
const UNREAD_MAX_BYTES = 4 * 1024
/** Bodies beyond this size are long ones. */
const SHORT_MAX_BYTES = 64 * 1024

export type OutboundRequest = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'REPORT'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Timeout of the whole request, with redirects and the body. */
  timeoutMs: number
  /** The longest body that is read. */
  maxBytes: number
  /** True if the status matters more than the body. A body that is too long or breaks off is cut, without an error. */
  isBeginningEnough?: true
  /** Origins that redirects may lead to; any allowed one if absent. */
  origins?: readonly string[]
  /** Aborts the request before its timeout. */
  signal?: AbortSignal
  /** Awaited before the rest of a body beyond `SHORT_MAX_BYTES` is read. */
  waitForLongBodySlot?: () => Promise<void>
} & Requester
/** User of a request, for fair queues; the server itself if absent. */
type Requester = { ownerKey?: string }
type ConnectOptions = { timeoutMs: number; signal?: AbortSignal } & Requester
export type OutboundAnswer = { status: number; type: string; headers: Record<string, string>; body: Buffer }

/**
 * Failed request. One text for every reason, so that users can't probe the server's network. `cause` is for the log.
 */
export class OutboundError extends Error {
  constructor(cause: unknown) {
    super('The other server could not be asked', { cause })
  }
}

type Needs = {
  allowed: readonly AddressRange[]
  names: Names
  /** Queues reads of answers, fairly among the requesting users. If absent, answers are read at once. */
  inTurn?: (ownerKey: string, read: () => void) => Promise<void>
  /** Open connections to one server at a time. */
  connections?: number
  /** Allowed ports below 1024 besides those of the web. */
  ports?: readonly number[]
}

/**
 * The server's only way out to addresses that users or modules choose. Addresses are checked at the connection itself:
 * a name could resolve to another one in between (DNS rebinding).
 */
export function createOutbound({ allowed, names, inTurn = atOnce, connections = 8, ports = [] }: Needs) {
  const { addressesOf, lookup, onBehalfOf, ownerKey: currentOwner } = createJudgedNames(names, allowed)
  const turnsOf = () => {
    const ownerKey = currentOwner()
    return (read: () => void) => inTurn(ownerKey, read)
  }
  let agent: Agent | undefined
  /** Loaded when it is needed first: the client takes 8 MB of memory. */
  async function openClient() {
    const undici = await import('undici')
    agent ??= new undici.Agent({
      connect: createConnector(lookup, turnsOf),
      connections,
      pipelining: 1,
      maxHeaderSize: 16_384,
    })
    return { request: undici.request, dispatcher: agent }
  }

  function refuse({ protocol, hostname, port }: URL): void {
    if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`${protocol} is not http: or https:`)
    if (!isAllowedPort(port, ports)) throw new Error(`port ${port} is not allowed`)
    // An IP address needs no lookup, so it is checked here. The parser has brought it to one spelling.
    const address = hostname.replace(/^\[|\]$/g, '')
    if (isIP(address) !== 0 && !mayConnect(address, allowed)) throw new Error(`${address} may not be connected to`)
  }

  /**
   * An allowed address of a host. The host is parsed as a URL's, so that every spelling of an address is judged alike.
   */
  async function findAddress(host: string, port: number): Promise<string> {
    const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
    const { hostname, pathname, search, hash, username } = url
    if (pathname !== '/' || `${search}${hash}${username}` !== '') throw new Error(`${host} is not a host`)
    refuse(url)
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0) return literal
    const addresses = await addressesOf(hostname)
    // Many programs that speak UDP know no IPv6.
    const first = addresses.find(({ family }) => family === 4) ?? addresses[0]
    return first?.address ?? ''
  }

  /** Sends the request, and follows at most `hops` redirects, of GET only. */
  async function follow(url: URL, init: OutboundRequest, signal: AbortSignal, hops: number): Promise<OutboundAnswer> {
    refuse(url)
    const { method = 'GET', headers = {}, body, maxBytes, origins } = init
    const requestHeaders = { 'accept-encoding': 'identity', 'user-agent': 'Atalaya', ...headers }
    const { request, dispatcher } = await openClient()
    const answer = await request(url, {
      method,
      headers: requestHeaders,
      body,
      signal,
      dispatcher,
      highWaterMark: UNREAD_MAX_BYTES,
    })
    const { location } = answer.headers
    if (method !== 'GET' || !REDIRECTS.has(answer.statusCode) || typeof location !== 'string') {
      const bytes = await readAtMost(init, answer.body)
      const responseHeaders = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
      const type = String(answer.headers['content-type'] ?? '')
      return { status: answer.statusCode, type, headers: Object.fromEntries(responseHeaders), body: bytes }
    }
    await answer.body.dump({ limit: maxBytes, signal })
    const next = new URL(location, url)
    if (hops === 0) throw new Error('too many redirects')
    if (origins && !origins.includes(next.origin)) throw new Error(`redirected to ${next.origin}`)
    // Headers for one server, such as a key, are not sent to another.
    return follow(next, { ...init, headers: next.origin === url.origin ? headers : {} }, signal, hops - 1)
  }

  return {
    /**
     * Sends a request to another server.
     *
     * @throws OutboundError if it is forbidden, or not answered within the limits.
     */
    async request(url: string, init: OutboundRequest): Promise<OutboundAnswer> {
      try {
        const signals = [AbortSignal.timeout(init.timeoutMs), ...(init.signal ? [init.signal] : [])]
        const run = () => follow(new URL(url), init, AbortSignal.any(signals), REDIRECTS_MAX)
        return await onBehalfOf(init.ownerKey ?? '', run)
      } catch (error) {
        throw new OutboundError(error)
      }
    },

    /**
     * Address to send to for protocols other than HTTP. A second look-up of the name could give another one.
     *
     * @throws OutboundError
     */
    async resolve(host: string, port: number, { ownerKey = '' }: Requester = {}): Promise<string> {
      try {
        return await onBehalfOf(ownerKey, () => findAddress(host, port))
      } catch (error) {
        throw new OutboundError(error)
      }
    },

    /**
     * Servers of a domain's service, by its SRV records (RFC 2782): `_xmpp-client._tcp.example.org`. Empty if there are
     * none. The names are as untrusted as those of users: `connect` and `resolve` judge them.
     */
    async services(name: string): Promise<{ host: string; port: number }[]> {
      const records = await names.services(name)
      return records
        .sort((a, b) => a.priority - b.priority || b.weight - a.weight)
        .slice(0, SERVICES_MAX)
        .map(({ name: host, port }) => ({ host, port }))
    },

    /** Opens a TCP connection; the caller closes it. @throws OutboundError */
    async connect(host: string, port: number, { timeoutMs, signal, ownerKey = '' }: ConnectOptions): Promise<Socket> {
      const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]
      const socket = new Socket()
      try {
        const address = await onBehalfOf(ownerKey, () => findAddress(host, port))
        socket.connect({ host: address, port })
        await once(socket, 'connect', { signal: AbortSignal.any(limits) })
        signal?.addEventListener('abort', () => socket.destroy(), { once: true })
        return socket
      } catch (error) {
        socket.destroy()
        throw new OutboundError(error)
      }
    },

    close: async (): Promise<void> => agent?.destroy(),
  }
}
export type Outbound = ReturnType<typeof createOutbound>

const isAllowedPort = (port: string, others: readonly number[]) =>
  WEB_PORTS.has(port) || others.includes(Number(port)) || Number(port) >= FIRST_FREE_PORT

const atOnce = async (_ownerKey: string, read: () => void) => read()

type Reading = Pick<OutboundRequest, 'maxBytes' | 'waitForLongBodySlot' | 'isBeginningEnough'>

async function readAtMost(
  { maxBytes, waitForLongBodySlot, isBeginningEnough }: Reading,
  body: AsyncIterable<Buffer>,
): Promise<Buffer> {
  // Copies the parts into one buffer: a part takes some hundred bytes of memory, even if it has one byte.
  let buffer = Buffer.alloc(UNREAD_MAX_BYTES)
  let size = 0
  let isLong = false
  try {
    for await (const part of body) {
      if (size + part.length > maxBytes && !isBeginningEnough) {
        throw new Error(`the answer is longer than ${maxBytes} bytes`)
      }
      const chunk = part.subarray(0, maxBytes - size)
      const end = size + chunk.length
      if (!isLong && end > SHORT_MAX_BYTES) {
        isLong = true
        await waitForLongBodySlot?.()
      }
      if (end > buffer.length) buffer = Buffer.concat([buffer], Math.min(maxBytes, end * 2))
      chunk.copy(buffer, size)
      size = end
      if (chunk.length < part.length) break
    }
  } catch (error) {
    if (!isBeginningEnough) throw error
  }
  return buffer.subarray(0, size)
}
