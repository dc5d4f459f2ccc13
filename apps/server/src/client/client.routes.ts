import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/http/errors.ts'
import { unknownRoute } from '#server/http/server.ts'
import { withNotice } from './notice.ts'

/** Comes back from a foreign origin and must still reach the window that opened it. */
const SPOTIFY_CALLBACK = '/spotify-callback'

const root = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/**
 * Serves the built web client: hashed assets for ever, pre-compressed; every other path is the client's own route and
 * gets `index.html`. Unknown calls get the JSON failure, a missing file 404. `notice` is a line that stands on every page.
 */
export async function clientRoutes(app: FastifyInstance, { notice }: { notice?: string | undefined }): Promise<void> {
  const isBuilt = existsSync(root)
  const marked = isBuilt && notice ? withNotice(readFileSync(`${root}/index.html`, 'utf8'), notice) : null
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      preCompressed: true,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?')
    if (isCall(path)) unknownRoute()
    if (isFile(path) || !isPageRequest(request.method)) throw new AppError('not_found', 'There is no such file')
    if (path === SPOTIFY_CALLBACK) reply.header('cross-origin-opener-policy', 'unsafe-none')
    if (marked) return sendMarked(reply, marked)
    return sendIndex(reply, isBuilt)
  })
}

function sendIndex(reply: FastifyReply, isBuilt: boolean): FastifyReply {
  if (!isBuilt) throw new AppError('not_found', 'The web client is not built; run `npm run build`')
  return reply.sendFile('index.html')
}

/** With an ETag, by which displays notice a new version. */
function sendMarked(reply: FastifyReply, html: string): FastifyReply {
  const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
  return reply.headers({ 'cache-control': 'no-cache', etag }).type('text/html; charset=utf-8').send(html)
}

const isCall = (path: string) => /^\/(api|auth)(\/|$)/.test(path)
/** By its ending, or hidden as `.git` is. */
const isFile = (path: string) => /\.[A-Za-z0-9]{1,8}$|\/\./.test(path)
const isPageRequest = (method: string) => method === 'GET' || method === 'HEAD'
