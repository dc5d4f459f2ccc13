import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#server/config.ts'

/** Header with the position of the live events at the time of a call; see `addLivePosition`. */
export const LIVE_POSITION = 'x-live-position'
/** Header with the rest of a live stream's life in ms: it ends with its access token. */
export const LIVE_ENDS_IN = 'x-live-ends-in'

/** Headers of scripts, styles and fonts. The content security policy is on the page that loads them. */
const FILE_HEADERS = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }

const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=()'
const HSTS = 'strict-transport-security'

/** Sets security headers: Helmet's on pages, fewer on calls' answers and files. Keeps private answers out of caches. */
export function securityHeaders(app: FastifyInstance, config: Config): void {
  const pageHeaders = { ...helmetHeaders(config), 'permissions-policy': PERMISSIONS }
  const answerHeaders = callHeaders(pageHeaders)
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    const { isFile, route } = routeOptions.config
    reply.headers(isFile ? FILE_HEADERS : route ? answerHeaders : pageHeaders)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // Uses the path of the matched route, since a URL may be written in many ways. If no route matched, the URL.
    const path = request.routeOptions.url ?? request.url
    if (isPrivate(path) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
}

/**
 * Headers of a JSON answer. If it is opened as a page it may load nothing. Helmet's further headers are about pages.
 */
function callHeaders(pageHeaders: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': pageHeaders['cross-origin-resource-policy'],
    'referrer-policy': pageHeaders['referrer-policy'],
    'x-content-type-options': pageHeaders['x-content-type-options'],
    'x-frame-options': pageHeaders['x-frame-options'],
    'permissions-policy': pageHeaders['permissions-policy'],
    ...(HSTS in pageHeaders && { [HSTS]: pageHeaders[HSTS] }),
  }
}

/** Headers of Helmet, made once, because they are the same for every answer. HSTS only if the public URL is HTTPS. */
function helmetHeaders(config: Config) {
  const hasTls = config.PUBLIC_URL?.startsWith('https:') ?? false
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...config.CORS_ORIGINS],
        frameSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: hasTls ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  })
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  setHeaders(response.req, response, (error) => {
    if (error) throw error
  })
  return response.getHeaders()
}

const isPrivate = (path: string) => path.startsWith('/api/') || path.startsWith('/auth/')
