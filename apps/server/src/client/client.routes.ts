import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/domain/errors.ts'
import { unknownRoute } from '#server/http/errors.ts'
import { type BuiltFile, createBuiltFiles } from './built-files.ts'
import { type Additions, withAdditions } from './page-additions.ts'
import { createScreenPages } from './screen-pages.ts'

/** Page to which Spotify redirects. It must reach its opener, so its Cross-Origin-Opener-Policy is off. */
const SPOTIFY_CALLBACK = '/spotify-callback'

/** A script in the page itself. */
const INLINE = /<script>([^<]*)<\/script>/g
/** A file in the folder itself or in `assets`, and no hidden one. */
const NAME = /^(assets\/)?[\w-][\w.-]*$/
const YEAR = 'public, max-age=31536000, immutable'

const FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url))

type Options = Additions & {
  /** The folder of the built client. */
  root?: string
}

/**
 * Serves the built web client: hashed assets with a lifetime of a year, compressed by the build. Every other path is a
 * route of the client and gets the page of its screen. Unknown calls get the JSON failure, a missing file 404.
 *
 * A client that is built again while the server runs is served at once.
 */
export async function clientRoutes(app: FastifyInstance, { root = FOLDER, ...additions }: Options): Promise<void> {
  const isBuilt = existsSync(root)
  const hasAdditions = Object.values(additions).some((addition) => addition !== undefined)
  const files = createBuiltFiles(root)
  const pageAt = createScreenPages(files)
  async function readNamed(name: string): Promise<BuiltFile> {
    const file = NAME.test(name) ? await files.readFresh(name) : null
    return file ?? noFile()
  }

  // Answers synchronously if possible, as a page requests many files.
  app.get<{ Params: { name: string } }>('/assets/:name', { config: { isFile: true } }, (request, reply) => {
    const name = `assets/${request.params.name}`
    const cached = files.findCached(name)
    if (cached) return send(request, reply.header('cache-control', YEAR), cached)
    return readNamed(name).then((file) => send(request, reply.header('cache-control', YEAR), file))
  })

  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?')
    if (isCall(path)) unknownRoute()
    if (!isPageRequest(request.method)) return noFile()
    if (isFile(path)) return sendIfNew(request, reply, await readNamed(path.slice(1)))
    const page = isBuilt ? await pageAt(path) : null
    if (!page) throw new AppError('not_found', 'The web client is not built; run `npm run build`')
    if (path === SPOTIFY_CALLBACK) reply.header('cross-origin-opener-policy', 'unsafe-none')
    allowInline(reply, page)
    return sendIfNew(request, reply, hasAdditions ? extendPage(page, additions) : page)
  })
}

function noFile(): never {
  throw new AppError('not_found', 'There is no such file')
}

/** Sends the file, or 304. Displays notice a new version by the page's ETag. */
function sendIfNew(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag: file.etag })
  const known = request.headers['if-none-match']
  return known?.includes(file.etag) ? reply.code(304).send() : send(request, reply, file)
}

/** Sends a file in the first of its codings that the browser accepts. */
function send({ headers }: FastifyRequest, reply: FastifyReply, { type, bodies }: BuiltFile): FastifyReply {
  const accepted = headers['accept-encoding'] ?? ''
  const [coding, body] = bodies.find(([name]) => name === 'identity' || accepts(accepted, name)) ?? []
  reply.header('content-type', type)
  if (bodies.length > 1) reply.header('vary', 'Accept-Encoding')
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.send(body)
}

/** True if an Accept-Encoding takes a coding; `br;q=0` does not (RFC 9110, 12.5.3). */
const accepts = (accepted: string, coding: string) =>
  accepted.split(',').some((entry) => {
    const [name = '', weight = ''] = entry.split(';')
    return name.trim() === coding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
  })

/** The page with the installation's additions. Made for each request, as pages are rarely requested. */
function extendPage(page: BuiltFile, additions: Additions): BuiltFile {
  const html = withAdditions(htmlOf(page), additions)
  const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
  return { ...page, etag, bodies: [['identity', Buffer.from(html)]] }
}

const htmlOf = ({ bodies }: BuiltFile) => String(bodies.at(-1)?.[1] ?? '')

/** Allows the inline scripts of the built page, each by its hash. */
function allowInline(reply: FastifyReply, page: BuiltFile): void {
  const policy = reply.getHeader('content-security-policy')
  const scripts = [...htmlOf(page).matchAll(INLINE)].map(([, script = '']) => script)
  if (typeof policy !== 'string' || scripts.length === 0) return
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  reply.header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self' ${hashes.join(' ')}`))
}

const isCall = (path: string) => /^\/(api|auth)(\/|$)/.test(path)
/** True for a path with a file extension, or a hidden one such as `.git`. */
const isFile = (path: string) => /\.[A-Za-z0-9]{1,12}$|\/\./.test(path)
const isPageRequest = (method: string) => method === 'GET' || method === 'HEAD'
