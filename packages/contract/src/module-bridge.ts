import { z } from 'zod'
import { widgetConfig } from './dashboard.ts'
import { requestName, requestParams } from './module-requests.ts'
import { id, json } from './scalars.ts'

/** Handshake: the frame asks the surrounding page for a port, once, and the page sends the port. */
export const HELLO = 'atalaya:hello'
export const PORT = 'atalaya:port'

/** Longest message of a frame, in characters of JSON: the largest value that it may store, and some overhead. */
export const MESSAGE_MAX = 66 * 1024

/** Id of a frame's question, which its answer repeats. */
const questionId = z.int().min(0)

/** Messages of a module in a frame. They are JSON texts, so that their length is checked before parsing. */
export const frameMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('pong') }),
  z.strictObject({ type: z.literal('set-config'), config: widgetConfig }),
  z.strictObject({ type: z.literal('watch-agent'), agentId: id }),
  z.strictObject({
    type: z.literal('request'),
    question: questionId,
    name: requestName,
    params: requestParams,
    /** Delay until the module's next request, in ms. */
    againInMs: z.number().min(0).optional(),
  }),
  // Without `withVersion` the answer is the bare value, for packages built before versions existed.
  z.strictObject({ type: z.literal('read-storage'), question: questionId, withVersion: z.literal(true).optional() }),
  z.strictObject({
    type: z.literal('write-storage'),
    question: questionId,
    value: json,
    /** Version that the value may overwrite; null if nothing may be stored yet. Absent: any. */
    over: z.string().max(43).nullable().optional(),
  }),
  z.strictObject({ type: z.literal('failed'), message: z.string().max(500) }),
])
export type FrameMessage = z.infer<typeof frameMessage>
