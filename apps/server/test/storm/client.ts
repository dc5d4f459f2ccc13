import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { auth } from '@atalaya/contract/auth'
import type { Args, Data, Route } from '@atalaya/contract/route'
import { PASSWORD } from '@atalaya/testbed/people'

const RETRY_MS = 50
/** Time for which `callOrThrow` retries a call. */
const TIMEOUT_MS = 120_000
/** Timeout of every call, even if the server dies or hangs. */
const ANSWER_MS = 120_000

export type Reply<R extends Route> = { status: number; data: Data<R>; isDone: boolean; isRefused: boolean }
export type Client = ReturnType<typeof createClient>

/** Proxy header of a client at a random address. */
const anywhere = () => ({ 'x-forwarded-for': `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}` })

/** Calls to a server that may be killed at any moment; by default from random addresses. */
export function createClient(address: () => string, from: () => Record<string, string> = anywhere) {
  /** Null without an answer: the call may have been carried out. */
  async function call<R extends Route>(route: R, args: Args<R>, headers: Record<string, string> = {}) {
    const { params = {}, query, body } = args as { params?: Record<string, string>; query?: object; body?: object }
    const path = route.path.replace(/:(\w+)/g, (_match, key: string) => encodeURIComponent(params[key] ?? ''))
    const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
    const allHeaders = { ...from(), 'content-type': 'application/json', ...headers }
    const signal = AbortSignal.timeout(ANSWER_MS)
    try {
      const init = { method: route.method, headers: allHeaders, signal, ...(body && { body: JSON.stringify(body) }) }
      const response = await fetch(`${address()}${path}${search}`, init)
      const { data } = (await response.json()) as { data: Data<R> }
      const { status } = response
      return { status, data, isDone: status < 300, isRefused: status >= 400 && status < 500 } satisfies Reply<R>
    } catch {
      return null
    }
  }

  /** Makes a call that a healthy server must answer. Retried for a while: the server may be recovering. */
  async function callOrThrow<R extends Route>(
    route: R,
    args: Args<R>,
    headers?: Record<string, string>,
  ): Promise<Data<R>> {
    const end = Date.now() + TIMEOUT_MS
    while (true) {
      const reply = await call(route, args, headers)
      if (reply?.isDone) return reply.data
      if (reply?.isRefused || Date.now() > end) throw new Error(`${route.method} ${route.path}: ${reply?.status}`)
      await delay(RETRY_MS)
    }
  }

  return {
    address,
    call,
    callOrThrow,
    signIn: async (username: string) =>
      (await callOrThrow(auth.login, { body: { username, password: PASSWORD } })).tokens,
    /** Status that a caller with this access token gets. */
    meStatus: async (token: string): Promise<number | undefined> => (await call(auth.me, {}, bearer(token)))?.status,
  }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/**
 * True if the server has acknowledged a change. Without an answer the change is in doubt. A refusal is a fault of the
 * writer or of the server, and ends the test.
 */
export function isAcknowledged<R extends Route>(route: R, reply: Reply<R> | null): reply is Reply<R> {
  if (reply?.isRefused) throw new Error(`${route.method} ${route.path} was refused: ${reply.status}`)
  return reply?.isDone ?? false
}
