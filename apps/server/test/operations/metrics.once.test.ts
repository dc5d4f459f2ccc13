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

test('a fault is counted once, however often the metrics are read', async () => {
  const faults = createFaults(() => {})
  const metrics = createMetrics(fastify(), faults, {})
  faults.report('job', new Error('planted'))
  await metrics.scrape()
  expect(await metrics.scrape()).toContain('atalaya_faults_total{where="job"} 1\n')
})
