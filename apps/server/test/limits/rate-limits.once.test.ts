import { qr } from '@atalaya/contract/qr'
import { expect, test } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { createLocalBus } from '#server/events/bus.ts'
import { IPV6_SITE_MULTIPLIER, type Rate, rates } from '#server/limits/limits.ts'
import { createRateLimits, type RateLimits } from '#server/limits/rate-limits.ts'
import { WINDOWS_MAX } from '#server/limits/windows.ts'
import { createQrFlow } from '#test/support/qr-flow.ts'
import { createTestApp } from '#test/support/test-app.ts'

const { failedSignIns, qrStatus, registrations } = rates
const MANY = 5 * WINDOWS_MAX

/** Limits of a single instance. */
const createLimits = (now = () => 0) => createRateLimits(now, createLocalBus(createFaults(() => {})))
const fill = (limits: RateLimits, { max, ...rate }: typeof failedSignIns, key: string) => {
  for (let n = 0; n < max; n++) limits.count({ ...rate, max }, key)
}
const refusal = (limits: RateLimits, rate: Rate, key: string): unknown => {
  try {
    limits.check(rate, key)
    return null
  } catch (error) {
    return error
  }
}
const isRefused = (...args: Parameters<typeof refusal>) => refusal(...args) !== null

test('a flood of keys of one limit removes no window of another limit, full or not', () => {
  const limits = createLimits()
  fill(limits, failedSignIns, '192.0.2.1')
  limits.count(registrations, '192.0.2.1')
  for (let n = 0; n < MANY; n++) limits.spend(qrStatus, `code ${n}`)
  expect(isRefused(limits, failedSignIns, '192.0.2.1')).toBe(true)
  for (let n = 1; n < registrations.max; n++) limits.spend(registrations, '192.0.2.1')
  expect(isRefused(limits, registrations, '192.0.2.1')).toBe(true)
})

test('a network at its limit stays refused, however many other networks follow', () => {
  const limits = createLimits()
  fill(limits, failedSignIns, '192.0.2.1')
  for (let n = 0; n < MANY; n++) {
    limits.check(failedSignIns, `198.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    limits.count(failedSignIns, `198.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
  }
  expect(isRefused(limits, failedSignIns, '192.0.2.1')).toBe(true)
})

test('a /48 network has eight times the limit of a /64', () => {
  const limits = createLimits()
  const network = (n: number) => `2001:db8:1:${n.toString(16)}::1`
  const counted = failedSignIns.max * IPV6_SITE_MULTIPLIER
  for (let n = 0; n < counted; n++) {
    expect(isRefused(limits, failedSignIns, network(n))).toBe(false)
    limits.count(failedSignIns, network(n))
  }
  expect(isRefused(limits, failedSignIns, network(counted))).toBe(true)
  expect(isRefused(limits, failedSignIns, '2001:db8:2::1')).toBe(false)
})

test('a limit that is not by address counts each key separately, even if keys look like one network', () => {
  const limits = createLimits()
  for (let n = 0; n < qrStatus.max; n++) limits.count(qrStatus, '2001:db8::1')
  expect(isRefused(limits, qrStatus, '2001:db8::1')).toBe(true)
  expect(isRefused(limits, qrStatus, '2001:db8::2')).toBe(false)
})

/** Waits until published messages have arrived, which happens after the publisher's current work. */
const waitForMessages = () => new Promise(setImmediate)

test('instances share their hits, and each hit is counted once', async () => {
  const bus = createLocalBus(createFaults(() => {}))
  const [here, there] = [createRateLimits(() => 0, bus), createRateLimits(() => 0, bus)]
  for (let n = 1; n < failedSignIns.max; n++) (n % 2 === 0 ? here : there).count(failedSignIns, '192.0.2.1')
  await waitForMessages()
  for (const limits of [here, there]) expect(isRefused(limits, failedSignIns, '192.0.2.1')).toBe(false)
  here.count(failedSignIns, '192.0.2.1')
  await waitForMessages()
  for (const limits of [here, there]) expect(isRefused(limits, failedSignIns, '192.0.2.1')).toBe(true)
})

test('a limit of each instance counts no hits of another instance', async () => {
  const bus = createLocalBus(createFaults(() => {}))
  const [here, there] = [createRateLimits(() => 0, bus), createRateLimits(() => 0, bus)]
  const ofInstance = { ...qrStatus, isPerInstance: true }
  for (let n = 0; n < ofInstance.max; n++) here.count(ofInstance, 'key')
  await waitForMessages()
  expect([here, there].map((limits) => isRefused(limits, ofInstance, 'key'))).toEqual([true, false])
})

test('a window ends at the same time at all instances, wherever it began', async () => {
  let clock = 0
  const bus = createLocalBus(createFaults(() => {}))
  const [here, there] = [createRateLimits(() => clock, bus), createRateLimits(() => clock, bus)]
  here.count(failedSignIns, '192.0.2.1')
  await waitForMessages()
  clock = 60_000
  for (let n = 1; n < failedSignIns.max; n++) there.count(failedSignIns, '192.0.2.1')
  await waitForMessages()
  clock = failedSignIns.windowMs - 1
  for (const limits of [here, there]) expect(isRefused(limits, failedSignIns, '192.0.2.1')).toBe(true)
  clock += 1
  for (const limits of [here, there]) expect(isRefused(limits, failedSignIns, '192.0.2.1')).toBe(false)
})

test('a window ends at its time, or when the clock is set back', () => {
  let clock = 10 * failedSignIns.windowMs
  const limits = createLimits(() => clock)
  fill(limits, failedSignIns, '192.0.2.1')
  clock += failedSignIns.windowMs - 1
  expect(isRefused(limits, failedSignIns, '192.0.2.1')).toBe(true)
  clock += 1
  expect(isRefused(limits, failedSignIns, '192.0.2.1')).toBe(false)
  fill(limits, failedSignIns, '192.0.2.1')
  clock -= 5 * failedSignIns.windowMs
  expect(isRefused(limits, failedSignIns, '192.0.2.1')).toBe(false)
})

test('a refusal names the limit and the time until it ends', () => {
  let clock = 10 * failedSignIns.windowMs
  const limits = createLimits(() => clock)
  fill(limits, failedSignIns, '192.0.2.1')
  clock += 60_000
  const details = { code: 'auth.too_many', retryAfterSeconds: failedSignIns.windowMs / 1000 - 60 }
  const { message } = failedSignIns
  expect(refusal(limits, failedSignIns, '192.0.2.1')).toMatchObject({ kind: 'too_many', message, details })
  const withCode = refusal(limits, { ...failedSignIns, code: 'its.own' }, '192.0.2.1')
  expect(withCode).toMatchObject({ details: { ...details, code: 'its.own' } })
})

test('only status requests for an existing QR code are counted', async () => {
  const app = await createTestApp({ now: () => 0 })
  try {
    const ask = (code: string) => app.call(qr.status, { params: { code } })
    for (let n = 0; n <= qrStatus.max; n++) expect((await ask('made-up')).body.data).toEqual({ status: 'expired' })
    const code = await createQrFlow(app).generate()
    for (let n = 0; n < qrStatus.max; n++) expect((await ask(code)).status).toBe(200)
    expect((await ask(code)).status).toBe(429)
  } finally {
    await app.close()
  }
})
