import { z } from 'zod'
import { FRAME_BOUNDS, FRAME_MAX_BYTES, serverFrame } from './agent-protocol.ts'
import { route } from './route.ts'
import { id, json } from './scalars.ts'

/** Maximum frames in one request. */
export const SYNC_FRAMES_MAX = 64
/** Maximum seconds that a request waits for frames; below the 30 s after which many proxies give up. */
export const SYNC_WAIT_MAX_S = 25

const frame = json.refine(
  (value) => JSON.stringify(value).length <= FRAME_MAX_BYTES,
  `A frame can have at most ${FRAME_MAX_BYTES / 1024} KiB`,
)

/** Code and reason of the end of a session; the codes are the WebSocket's close codes. */
export const syncClosed = z.object({ code: z.int(), reason: z.string() })

/**
 * The WebSocket's protocol by plain requests, for networks that let nothing else through. Requests follow one another:
 * the first brings `hello`, later ones `session` and the count of received frames. The count lets the server repeat a
 * lost answer. A session without a request for 35 s counts as a lost connection.
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
      /** Session of the first answer; absent to open one. */
      session: id.optional(),
      /** Number of frames of this session that have arrived so far. */
      received: z.int().min(0).default(0),
      /** Frames as on the WebSocket, in order. */
      frames: z.array(frame).max(SYNC_FRAMES_MAX).default([]),
      /** Maximum seconds to wait if there is no frame yet. */
      waitS: z.number().min(0).max(SYNC_WAIT_MAX_S).default(SYNC_WAIT_MAX_S),
    }),
    fails: [403, 410, 429],
    data: z.object({
      session: id,
      /** The frames after the first `received` ones. */
      frames: z.array(serverFrame),
      /** Set in the last answer of a session. */
      closed: syncClosed.nullable(),
    }),
  }),
}
