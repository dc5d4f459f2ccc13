import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/domain/errors.ts'
import { serve } from '#server/http/mount.ts'
import { type FramedPages, framedHeaders, framedPage } from './framed-pages.ts'

type Options = {
  pages: FramedPages
  /** Origins of web clients served from elsewhere: they may show frames too. */
  clientOrigins: readonly string[]
}
type Params = { sealed: string }

/** Frames around foreign pages. Public, because the request of a frame has no session. */
export async function framedRoutes(app: FastifyInstance, { pages, clientOrigins }: Options): Promise<void> {
  serve(app, { path: '/framed/:sealed', access: 'public' }, async ({ request, reply }) => {
    const url = pages.urlOf((request.params as Params).sealed)
    const ownOrigin = `${request.protocol}://${request.host}`
    // Refuses this server's own pages: with `allow-same-origin` they would keep all rights of their origin.
    if (!url || url.origin === ownOrigin) throw new AppError('not_found', 'There is no such page')
    reply.removeHeader('x-frame-options')
    reply.headers(framedHeaders([ownOrigin, ...clientOrigins]))
    return reply.type('text/html; charset=utf-8').send(framedPage(url))
  })
}
