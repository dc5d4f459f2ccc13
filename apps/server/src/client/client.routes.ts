import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/domain/errors.ts'
import { unknownRoute } from '#server/http/server.ts'
import { withNotice } from './notice.ts'

/** Comes back from a foreign origin and must still reach the window that opened it. */
const SPOTIFY_CALLBACK = '/spotify-callback'

/** A script in the page itself. */
const INLINE = /<script>([^<]*)<\/script>/g

const built = fileURLToPath(new URL('../../../web/dist', import.meta.url))

type Options = {
  /** A line that stands on every page. */
  notice?: string | undefined
  /** The folder of the built client. */
  root?: string
}

/**
 * Serves the built web client: hashed assets for ever, pre-compressed; every other path is the client's own route and
 * gets `index.html`. Unknown calls get the JSON failure, a missing file 404. A client that is built anew while the server
 * runs is served as it then is.
 */
export async function clientRoutes(app: FastifyInstance, { notice, root = built }: Options): Promise<void> {
  const isBuilt = existsSync(root)
  if (isBuilt) await serveFiles(app, root)
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?')
    if (isCall(path)) unknownRoute()
    if (isFile(path) || !isPageRequest(request.method)) throw new AppError('not_found', 'There is no such file')
    if (!isBuilt) throw new AppError('not_found', 'The web client is not built; run `npm run build`')
    if (path === SPOTIFY_CALLBACK) reply.header('cross-origin-opener-policy', 'unsafe-none')
    const html = await readFile(join(root, 'index.html'), 'utf8')
    allowInline(reply, html)
    return notice ? sendMarked(reply, html, notice) : reply.sendFile('index.html')
  })
}

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  const options = { index: false, preCompressed: true, cacheControl: false } satisfies Partial<FastifyStaticOptions>
  await app.register(fastifyStatic, {
    ...options,
    root,
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
  // Their names change with every build, so they are looked up when they are asked for.
  await app.register(fastifyStatic, {
    ...options,
    root: join(root, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
}

/** With an ETag, by which displays notice a new version. */
function sendMarked(reply: FastifyReply, index: string, notice: string): FastifyReply {
  const html = withNotice(index, notice)
  const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
  return reply.headers({ 'cache-control': 'no-cache', etag }).type('text/html; charset=utf-8').send(html)
}

/** Lets the script that stands in the page run, the watchdog, by its hash, and no other. */
function allowInline(reply: FastifyReply, html: string): void {
  const policy = reply.getHeader('content-security-policy')
  const scripts = [...html.matchAll(INLINE)].map(([, script = '']) => script)
  if (typeof policy !== 'string' || scripts.length === 0) return
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  reply.header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self' ${hashes.join(' ')}`))
}

const isCall = (path: string) => /^\/(api|auth)(\/|$)/.test(path)
/** By its ending, or hidden as `.git` is. */
const isFile = (path: string) => /\.[A-Za-z0-9]{1,8}$|\/\./.test(path)
const isPageRequest = (method: string) => method === 'GET' || method === 'HEAD'
