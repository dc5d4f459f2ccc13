import { expect, test } from 'vitest'
import { codeAt, factorWorld } from '#test/support/factor-world.ts'

const HALF_MINUTE = 30_000

const world = factorWorld()

/** Status for the code that an app shows at `at`. */
async function statusFor(secret: string, at: number): Promise<number> {
  const { ticket } = await world.ada.sendPassword()
  return (await world.ada.prove(ticket, { kind: 'totp', code: codeAt(secret, at) })).status
}

test('K3 an app’s current code is accepted after the code of the half minute before', async () => {
  const { secret } = await world.ada.addApp(world.clock)
  world.clock += 2 * HALF_MINUTE
  expect(await statusFor(secret, world.clock - HALF_MINUTE)).toBe(200)
  expect(await statusFor(secret, world.clock)).toBe(200)
})

test('K3 a code used half a minute early is refused in its own half minute', async () => {
  const { secret } = await world.ada.addApp(world.clock)
  world.clock += HALF_MINUTE
  const early = world.clock + HALF_MINUTE
  expect(await statusFor(secret, early)).toBe(200)
  world.clock = early
  expect(await statusFor(secret, early)).toBe(401)
})
