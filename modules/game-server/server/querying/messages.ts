import { z } from 'zod'

export const TEXT_MAX = 80
export const PLAYERS_MAX = 64
const URL_MAX = 2_000
const BODY_MAX = 64 * 1024

const text = z.string().max(TEXT_MAX)

/** State of a game server, the same for all games. */
const reading = z.object({
  name: text,
  map: text,
  version: text,
  isLocked: z.boolean(),
  online: z.number(),
  max: z.number().nullable(),
  players: z.array(z.object({ name: text, score: z.number().nullable(), isBot: z.boolean() })).max(PLAYERS_MAX),
  /** Round trip, in ms. */
  ping: z.number(),
})
export type Reading = z.infer<typeof reading>

/** Query for gamedig: `host` is an address to which Atalaya may send, never a name. */
export type Query = { type: string; host: string; port: number } & Record<string, unknown>

export const webRequest = z.object({
  url: z.string().max(URL_MAX),
  method: z.enum(['GET', 'HEAD', 'POST']),
  headers: z.record(z.string().max(100), z.string().max(URL_MAX)),
  body: z.string().max(BODY_MAX).optional(),
})
export type WebRequest = z.infer<typeof webRequest>

const id = z.int().nonnegative()

/** Message of the thread. The thread has read strangers' bytes, so its messages are checked, too. */
export const fromThread = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('read'), id, reading }),
  z.object({ kind: z.literal('failed'), id, message: z.string().max(500) }),
  /** Request to the web, which the thread can't make itself; `request` is a number that the answer repeats. */
  z.object({ kind: z.literal('webRequest'), id, request: id, webRequest }),
])
export type FromThread = z.infer<typeof fromThread>

export type ToThread =
  | { kind: 'query'; id: number; query: Query }
  | { kind: 'webAnswer'; request: number; status: number; body: Uint8Array }
  | { kind: 'webFailure'; request: number; message: string }

/** Counter of the thread, which moves while its event loop turns. Shared with the thread that started it. */
export type ThreadData = { heartbeats: Int32Array }
