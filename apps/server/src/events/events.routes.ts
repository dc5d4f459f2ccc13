import { eventStream, type LiveEvent } from '@atalaya/contract/events'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createSlotLimit } from '#server/domain/slots.ts'
import { onDisconnect } from '#server/http/hang-up.ts'
import { LIVE_ENDS_IN, LIVE_POSITION } from '#server/http/headers.ts'
import { serve } from '#server/http/mount.ts'
import type { Live } from './live.ts'

/** Maximum of unread bytes of a stream. A slower client loses the stream, reconnects and reads again. */
const BUFFER_MAX_BYTES = 1024 * 1024
/** Maximum of open streams of one caller. */
const STREAMS_MAX = 20
/** Time after the end of a stream for its last bytes to arrive. */
const LINGER_MS = 5_000

/** Adds the position of the live events to each answer: a stream that begins there misses nothing. */
export function addLivePosition(app: FastifyInstance, live: Live): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.header(LIVE_POSITION, live.position())
    done()
  })
}

/** Bytes of an event, made only if the client still reads. */
type MakeBytes = () => string | Buffer

type Needs = { live: Live; now: () => number }

/**
 * `GET /api/v1/events`: server-sent events (WHATWG HTML 9.2) for the bearer of an access token, until that token ends.
 * The header `x-live-ends-in` says in how many ms. A client that wants no gap opens its next stream before that.
 */
export async function eventsRoutes(app: FastifyInstance, { live, now }: Needs): Promise<void> {
  const takeSlot = createSlotLimit({ max: STREAMS_MAX, message: 'Too many open live streams' })
  const bytesOf = createEventBytesCache()

  serve(app, eventStream, async ({ actor, request, reply }) => {
    const freeSlot = takeSlot(actor)
    const endsInMs = Math.max(0, actor.tokenEndsAt - now())
    reply.header(LIVE_ENDS_IN, endsInMs)
    const stream = startStream(reply)
    // Checked at each write: the timer that ends the stream uses another clock than the token's end.
    const write = (makeBytes: MakeBytes) => (now() < actor.tokenEndsAt ? stream.write(makeBytes) : stream.end())
    const lastId = request.headers['last-event-id']
    const stop = live.listen(
      {
        actor,
        send: (event, id) => write(() => bytesOf(event, id)),
        beat: () => write(() => ': still here\n\n'),
        close: stream.end,
      },
      typeof lastId === 'string' ? lastId : null,
    )
    write(() => `id: ${live.position()}\n\n`)
    const endTimer = setTimeout(stream.end, endsInMs)
    onDisconnect(reply, () => {
      clearTimeout(endTimer)
      stop()
      freeSlot()
    })
    return reply
  })
}

/**
 * Caches the bytes of the newest event: many streams send it one after the other. Each large text would take a
 * millisecond.
 */
function createEventBytesCache() {
  let last: { event: LiveEvent; id: string; bytes: Buffer } | undefined
  return (event: LiveEvent, id: string): Buffer => {
    if (last?.event !== event || last.id !== id) {
      last = { event, id, bytes: Buffer.from(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`) }
    }
    return last.bytes
  }
}

function startStream(reply: FastifyReply) {
  const headers = reply.getHeaders() as Record<string, string>
  reply.hijack()
  reply.raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  return {
    write(makeBytes: MakeBytes) {
      // An ended stream stays a listener until its connection is gone.
      if (reply.raw.writableEnded || reply.raw.destroyed) return
      if (reply.raw.writableLength > BUFFER_MAX_BYTES) reply.raw.destroy()
      else reply.raw.write(makeBytes())
    },
    end() {
      reply.raw.end()
      // A client that does not read would keep it open for ever.
      setTimeout(() => reply.raw.destroy(), LINGER_MS).unref()
    },
  }
}
