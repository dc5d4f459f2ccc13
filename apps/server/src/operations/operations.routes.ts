import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Bus } from '#server/events/bus.ts'
import { bearer } from '#server/http/access.ts'
import { serve } from '#server/http/mount.ts'
import { isFromThisMachine } from '#server/http/reach.ts'
import type { DiskSpace } from '#server/storage/disk-space.ts'
import type { StorageGuard } from '#server/storage/storage-guard.ts'
import type { Metrics } from './metrics.ts'

type Needs = {
  config: Config
  bus: Bus
  pingDatabase: () => Promise<void>
  storageGuard: Pick<StorageGuard, 'trouble'>
  space: DiskSpace
  metrics: Metrics
}

const FULL = 'The disk is full: what agents measure is not stored until there is room on it'

/** Endpoints for operators: liveness, readiness, metrics. */
export async function operationsRoutes(app: FastifyInstance, needs: Needs) {
  const { config, bus, pingDatabase, storageGuard, space, metrics } = needs
  serve(app, { path: '/healthz', access: 'public' }, async () => ({ status: 'ok' }))

  serve(app, { path: '/readyz', access: 'public' }, async ({ reply }) => {
    const isDatabaseUp = await pingDatabase().then(
      () => true,
      () => false,
    )
    const { level: disk } = space()
    const reason = storageGuard.trouble() ?? (disk === 'full' ? FULL : null)
    const isReady = isDatabaseUp && reason === null && bus.isConnected() && !app.stop.isBegun
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? 'ok' : 'unavailable',
      database: isDatabaseUp,
      bus: bus.isConnected(),
      disk,
      ...(reason && { reason }),
    })
  })

  serve(app, { path: '/metrics', access: 'public' }, async ({ request, reply }) => {
    const isAllowed = config.METRICS_TOKEN
      ? isEqual(bearer(request) ?? '', config.METRICS_TOKEN)
      : isFromThisMachine(request, config)
    if (!isAllowed) {
      throw new AppError(
        'unauthorized',
        'Send METRICS_TOKEN as the bearer token, or ask from this machine without a proxy',
      )
    }
    return reply.type(metrics.contentType).send(await metrics.scrape())
  })
}

function isEqual(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
