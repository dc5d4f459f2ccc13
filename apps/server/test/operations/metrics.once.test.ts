import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { createMetrics } from '#server/operations/metrics.ts'

test('simultaneous requests for the metrics share one reading', async () => {
  let read = 0
  const gauges = { any: { help: 'Any', read: () => ++read } }
  const metrics = createMetrics(fastify(), { counts: () => new Map() }, gauges)
  const texts = await Promise.all(Array.from({ length: 20 }, () => metrics.scrape()))
  expect(read).toBe(1)
  expect(new Set(texts).size).toBe(1)
  expect(await metrics.scrape()).toContain('any 2')
})

test('requests of one route are counted by their status', async () => {
  const app = fastify()
  const metrics = createMetrics(app, { counts: () => new Map() }, {})
  app.get('/light', async ({ query }, reply) => reply.code(Number((query as { status: string }).status)).send())
  for (const status of [200, 503, 503]) await app.inject({ url: '/light', query: { status: String(status) } })
  const text = await metrics.scrape()
  for (const [status, count] of [
    [200, 1],
    [503, 2],
  ]) {
    expect(text).toContain(`_count{method="GET",route="/light",status="${status}"} ${count}`)
  }
  await app.close()
})

test('a fault is counted once, however often the metrics are read', async () => {
  const faults = createFaults(() => {})
  const metrics = createMetrics(fastify(), faults, {})
  faults.report('job', new Error('planted'))
  await metrics.scrape()
  expect(await metrics.scrape()).toContain('atalaya_faults_total{where="job"} 1\n')
})
