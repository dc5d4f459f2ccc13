import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createAdmission } from '#server/gateway/admission.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'

const request = { ip: '192.0.2.1' } as FastifyRequest

/** Admission of two connections a minute from one agent, and `upgradesPerSecond` from all. */
function createTestAdmission({ upgradesPerSecond }: { upgradesPerSecond: number }) {
  let clock = Date.parse('2026-01-01T00:00:45Z')
  const findIdentity = async (id: string) => ({ id, ref: 1, ownerId: 'ada', tokenHash: `hash of ${id}` })
  const settings = { ...gatewaySettings, upgradesPerSecond, connectsPerMinute: 2 }
  const { admit } = createAdmission({
    settings,
    findIdentity: findIdentity as unknown as Parameters<typeof createAdmission>[0]['findIdentity'],
    now: () => clock,
  })
  const outcome = (id: string) =>
    admit(id, request).then(
      () => 'admitted',
      ({ kind, details }) => `${kind}, again in ${details.retryAfterSeconds} s`,
    )
  return {
    outcome,
    advance: (ms: number) => {
      clock += ms
    },
  }
}

test('an agent that connects too often is refused alone, until the next minute', async () => {
  const { outcome, advance } = createTestAdmission({ upgradesPerSecond: 200 })
  expect([await outcome('box'), await outcome('box'), await outcome('box')]).toEqual([
    'admitted',
    'admitted',
    'too_many, again in 15 s',
  ])
  expect(await outcome('other')).toBe('admitted')
  advance(15_000)
  expect(await outcome('box')).toBe('admitted')
})

test('refused attempts of one agent do not count towards the rate of the server', async () => {
  const { outcome } = createTestAdmission({ upgradesPerSecond: 3 })
  for (let n = 0; n < 10; n++) await outcome('box')
  expect([await outcome('other'), await outcome('third')]).toEqual(['admitted', 'unavailable, again in 5 s'])
})
