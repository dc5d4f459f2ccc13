import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

/** Where the live events stood when a call was made; see `tellLivePosition`. */
export const LIVE_POSITION = 'x-live-position'

/** The headers of security.md section 1 F; HSTS only where people arrive over TLS. */
export async function securityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const tls = config.PUBLIC_URL?.startsWith('https:') ?? false
  await app.register(helmet, {
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
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    if (isPrivate(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

const isPrivate = (url: string) => url.startsWith('/api/') || url.startsWith('/auth/')
