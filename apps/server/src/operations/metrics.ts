import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Faults } from '#server/containment/faults.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'

/** Values read at each scrape: name → help and present value. */
export type Gauges = Record<string, { help: string; read: () => number }>

/**
 * Prometheus metrics: process, requests by route, faults, and the given gauges. Call it before the routes are mounted.
 */
export function createMetrics(app: FastifyInstance, faults: Pick<Faults, 'counts'>, gauges: Gauges) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  // Cache of series: looking one up by its labels takes longer than counting in it.
  const series = new Map<string, ReturnType<typeof requests.labels>>()
  app.addHook(
    'onResponse',
    ({ method, routeOptions: { url: route = 'unknown' } }, { statusCode, elapsedTime }, done) => {
      const key = `${method} ${statusCode} ${route}`
      const known = series.get(key) ?? requests.labels({ method, route, status: statusCode })
      series.set(key, known)
      known.observe(elapsedTime / 1000)
      done()
    },
  )
  const faultCounter = new Counter({
    name: 'atalaya_faults_total',
    help: 'Errors outside a request, by the scope that they ended',
    labelNames: ['where'],
    registers: [registry],
    collect() {
      faultCounter.reset()
      for (const [where, count] of faults.counts()) faultCounter.inc({ where }, count)
    },
  })
  for (const [name, { help, read }] of Object.entries(gauges)) {
    const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) })
  }
  let next: Promise<string> | undefined
  /**
   * Renders the metrics in a turn of the event loop without other work, since that takes some milliseconds. Requests
   * that arrive before it begins share the result.
   */
  function scrape(): Promise<string> {
    next ??= waitForFreeTurn().then(() => {
      next = undefined
      return registry.metrics()
    })
    return next
  }
  return { contentType: registry.contentType, scrape }
}
export type Metrics = ReturnType<typeof createMetrics>
