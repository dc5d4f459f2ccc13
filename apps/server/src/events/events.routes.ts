import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/http/errors.ts'
import { LIVE_POSITION } from '#server/http/headers.ts'
import { serve } from '#server/http/mount.ts'
import type { Live } from './live.ts'

const HEARTBEAT_MS = 20_000
/** A stream whose reader is slower than this is ended; it comes back and reads anew. */
const BUFFER_MAX_BYTES = 1024 * 1024
const STREAMS_MAX_PER_USER = 20

/** Says in each answer where the live events stood when it was asked for: a stream that begins there misses nothing. */
export function tellLivePosition(app: FastifyInstance, live: Live): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.header(LIVE_POSITION, live.position())
    done()
  })
}

/** `GET /api/v1/events`: server-sent events (WHATWG HTML 9.2) for the bearer of an access token. */
export async function eventsRoutes(app: FastifyInstance, { live }: { live: Live }): Promise<void> {
  const open = new Map<string, number>()

  const resource = {
    path: '/api/v1/events',
    access: 'user',
    summary: 'Live events (text/event-stream)',
    isEndless: true,
  } as const
  serve(app, resource, async ({ actor, request, reply }) => {
    const count = open.get(actor.userId) ?? 0
    if (count >= STREAMS_MAX_PER_USER) throw new AppError('too_many', 'Too many open live streams')
    open.set(actor.userId, count + 1)

    const stream = startStream(reply)
    const lastId = request.headers['last-event-id']
    const stop = live.listen(
      {
        actor,
        send: (event, id) => stream.write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`),
        close: stream.end,
      },
      typeof lastId === 'string' ? lastId : null,
    )
    stream.write(`id: ${live.position()}\n\n`)
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS)
    reply.raw.on('close', () => {
      clearInterval(heartbeat)
      stop()
      const left = (open.get(actor.userId) ?? 1) - 1
      if (left === 0) open.delete(actor.userId)
      else open.set(actor.userId, left)
    })
    return reply
  })
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
    write(text: string) {
      // An ended stream stays a listener until its connection is gone.
      if (reply.raw.writableEnded) return
      if (reply.raw.writableLength > BUFFER_MAX_BYTES) reply.raw.destroy()
      else reply.raw.write(text)
    },
    end: () => void reply.raw.end(),
  }
}
