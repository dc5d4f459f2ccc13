import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#server/config.ts'

/** Where the live events stood when a call was made; see `tellLivePosition`. */
export const LIVE_POSITION = 'x-live-position'

const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=()'

/** Sets the headers of security.md section 1 F on every answer. */
export function securityHeaders(app: FastifyInstance, config: Config): void {
  const headers = { ...helmetHeaders(config), 'permissions-policy': PERMISSIONS }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isPrivate(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
}

/** What Helmet sets; asked once, for it is the same on every answer. HSTS only where people arrive over TLS. */
function helmetHeaders(config: Config) {
  const tls = config.PUBLIC_URL?.startsWith('https:') ?? false
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
    strictTransportSecurity: tls ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  })
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  setHeaders(response.req, response, (error) => {
    if (error) throw error
  })
  return response.getHeaders()
}

const isPrivate = (url: string) => url.startsWith('/api/') || url.startsWith('/auth/')
