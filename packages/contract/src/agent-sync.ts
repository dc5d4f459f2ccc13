import { z } from 'zod'
import { FRAME_BOUNDS, FRAME_MAX_BYTES, serverFrame } from './agent-protocol.ts'
import { route } from './route.ts'
import { id, json } from './scalars.ts'

/** Most frames in one request. */
export const SYNC_FRAMES_MAX = 64
/** Longest time that a request may wait for frames; below the 30 s after which many proxies give up. */
export const SYNC_WAIT_MAX_S = 25

const frame = json.refine(
  (value) => JSON.stringify(value).length <= FRAME_MAX_BYTES,
  `A frame can have at most ${FRAME_MAX_BYTES / 1024} KiB`,
)

/** Why the server ended the session: the same codes as those of the WebSocket. */
export const syncClosed = z.object({ code: z.int(), reason: z.string() })

/**
 * The protocol of the WebSocket by plain requests, for agents whose network lets nothing else through. One request
 * after the other: the first brings `hello`, each later one the `session` and the number of frames that have arrived,
 * so that an answer that got lost is given again. A session without a request for 35 s counts as a lost connection.
 */
export const agentSync = {
  exchange: route({
    method: 'POST',
    path: '/api/agent/v1/sync',
    bodyBytes: 1024 * 1024,
    access: 'agent',
    summary: 'The agent protocol without a WebSocket: frames in, waiting frames out, 410 when the session is over',
    bodyValues: FRAME_BOUNDS.values,
    body: z.strictObject({
      /** From the first answer; absent: a new session. */
      session: id.optional(),
      /** How many frames of this session have arrived in all. */
      received: z.int().min(0).default(0),
      /** Frames as the WebSocket takes them, in order. */
      frames: z.array(frame).max(SYNC_FRAMES_MAX).default([]),
      /** How long to wait where there is nothing to tell yet, in seconds. */
      waitS: z.number().min(0).max(SYNC_WAIT_MAX_S).default(SYNC_WAIT_MAX_S),
    }),
    fails: [403, 410, 429],
    data: z.object({
      session: id,
      /** The frames after the `received` ones. */
      frames: z.array(serverFrame),
      /** Set in the last answer of a session. */
      closed: syncClosed.nullable(),
    }),
  }),
}
