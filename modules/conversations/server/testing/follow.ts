import { once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { type Encryption, type NetAnswer, type NetRequest, SourceError, type Tools } from '@atalaya/module-sdk/server'
import { source } from '../../server.ts'
import type { AccountConfig } from '../account.ts'
import type { Conversations } from '../conversations.ts'

const TIMEOUT_MS = 20_000

/** The tools of a source, without checks of addresses. `remoteAddress` is the one that connections report. */
export function plainTools(signal: AbortSignal, remoteAddress?: string): Tools {
  const unused = () => Promise.reject(new Error('not used here'))
  async function request(url: string, { method = 'GET', headers = {}, body }: NetRequest = {}): Promise<NetAnswer> {
    const response = await fetch(url, { signal, method, headers, body: body ?? null })
    const bytes = Buffer.from(await response.arrayBuffer())
    const { status } = response
    return { status, headers: {}, body: bytes, retryAfterMs: undefined, json: () => JSON.parse(bytes.toString()) }
  }
  async function connect(host: string, port: number): Promise<Socket> {
    const socket = new Socket()
    socket.connect({ host, port })
    await once(socket, 'connect').catch((cause) => Promise.reject(new SourceError('refused', { cause })))
    signal.addEventListener('abort', () => socket.destroy())
    if (remoteAddress !== undefined) Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
    return socket
  }
  async function secure(socket: Socket, { host, isVerified, protocols = [] }: Encryption): Promise<Socket> {
    const name = { servername: host, rejectUnauthorized: isVerified, ALPNProtocols: protocols }
    const secured = connectTls({ socket, ...name })
    await once(secured, 'secureConnect')
    return secured
  }
  const net = { request, connect, secure, json: unused, resolve: unused, services: async () => [] }
  return {
    signal,
    ownerKey: 'ada',
    net,
    settings: {},
    warn: () => undefined,
    keepPicture: () => null,
    framed: (address) => address,
    access: unused,
  }
}

/** Runs the source as Atalaya does, and keeps its data. */
export function follow(config: AccountConfig, remoteAddress?: string) {
  const stopping = new AbortController()
  const states: Conversations[] = []
  let wake = Promise.withResolvers<void>()
  let failure: unknown
  const running = source
    .run(config, plainTools(stopping.signal, remoteAddress), (data) => {
      states.push(data)
      wake.resolve()
    })
    .catch((error) => {
      failure = error
      wake.resolve()
    })

  return {
    /** Next data for which `fits` is true; drops the ones before. */
    async next(fits: (data: Conversations) => boolean): Promise<Conversations> {
      const deadline = AbortSignal.timeout(TIMEOUT_MS)
      while (true) {
        const found = states.findIndex(fits)
        if (found !== -1) return states.splice(0, found + 1).at(-1) as Conversations
        if (failure) throw failure
        wake = Promise.withResolvers()
        await Promise.race([wake.promise, wait(TIMEOUT_MS, undefined, { signal: deadline }).catch(() => undefined)])
        deadline.throwIfAborted()
      }
    },
    /** Error that ended the run. */
    async failure(): Promise<Error & { retryAfterMs?: number }> {
      await running
      return failure as Error
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
