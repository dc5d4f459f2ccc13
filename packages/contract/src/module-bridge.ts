import { z } from 'zod'
import { widgetConfig } from './dashboard.ts'
import { requestName, requestParams } from './module-requests.ts'
import { id, json } from './scalars.ts'

/** What a frame says to the page around it, once, to be given its port; and the page's answer with the port. */
export const HELLO = 'atalaya:hello'
export const PORT = 'atalaya:port'

/** The longest message of a frame, in characters of JSON: what it may store at once, and a little around it. */
export const MESSAGE_MAX = 66 * 1024

/** Names a question of a frame, so that its answer finds it. */
const question = z.int().min(0)

/** Everything that a module in a frame can say. Messages are JSON texts, so that they can be measured before they are read. */
export const frameMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('pong') }),
  z.strictObject({ type: z.literal('set-config'), config: widgetConfig }),
  z.strictObject({ type: z.literal('watch-agent'), agentId: id }),
  z.strictObject({
    type: z.literal('request'),
    question,
    name: requestName,
    params: requestParams,
    againInMs: z.number().min(0).optional(),
  }),
  // Without `withVersion` the answer is the value alone, for packages that were built before there was one.
  z.strictObject({ type: z.literal('read-storage'), question, withVersion: z.literal(true).optional() }),
  z.strictObject({
    type: z.literal('write-storage'),
    question,
    value: json,
    over: z.string().max(43).nullable().optional(),
  }),
  z.strictObject({ type: z.literal('failed'), message: z.string().max(500) }),
])
export type FrameMessage = z.infer<typeof frameMessage>
