import type { SourceView } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { expect, test } from 'vitest'
import { createCostMeter } from '#web/components/widget/cost-meter.ts'
import type { CreateWidgetApi } from '#web/components/widget/host.ts'

const createApi =
  (answer: () => Promise<{ status: number; body: string }>): CreateWidgetApi =>
  () => ({
    agent: () => createSignal({ state: 'missing' }),
    request: answer,
    storage: { read: async () => ({ value: null, version: null }), write: async () => true },
  })

test('a widget’s load time is measured from its start or retry until it is ready', () => {
  let now = 1000
  const meter = createCostMeter(() => now)
  expect(meter.get().loadMs).toBe(null)
  now = 1250
  meter.recordReady()
  now = 9000
  meter.recordReady()
  expect(meter.get().loadMs).toBe(250)
  meter.recordRestart()
  now = 9100
  meter.recordReady()
  expect(meter.get().loadMs).toBe(100)
})

test('requests are counted with their bytes, and with the time of the next one', async () => {
  const meter = createCostMeter(() => 5000)
  const { request } = meter.countRequests(createApi(async () => ({ status: 200, body: 'añb' })))(createSignal(false))
  await request('one', {}, { againInMs: 60_000 })
  await request('two', {})
  expect(meter.get()).toMatchObject({ requests: 2, bytes: 12, errors: 0, nextAt: 65_000 })
})

test('a failed request is counted with its error, and still fails for the widget', async () => {
  const meter = createCostMeter()
  const { request } = meter.countRequests(createApi(() => Promise.reject(new Error('no answer'))))(createSignal(false))
  await expect(request('one', {})).rejects.toThrow('no answer')
  expect(meter.get()).toMatchObject({ errors: 1, lastError: 'no answer' })
})

test('an error of a data source is counted once, however often it is reported', () => {
  const meter = createCostMeter()
  const source = createSignal<SourceView>({ state: 'loading' })
  const api: CreateWidgetApi = (suspended) => ({
    ...createApi(async () => ({ status: 200, body: '' }))(suspended),
    data: source,
  })
  meter
    .countRequests(api)(createSignal(false))
    .data?.subscribe(() => undefined)
  source.set({ state: 'failed', error: 'The calendar could not be asked' })
  source.set({ state: 'failed', error: 'The calendar could not be asked' })
  source.set({ state: 'ready', data: [], asOf: '2026-11-29T00:00:00Z', stale: false, error: null })
  expect(meter.get()).toMatchObject({ errors: 1, lastError: 'The calendar could not be asked' })
})
