import { factorEntry } from '@atalaya/contract/factor-entry'
import { expect, test } from 'vitest'
import { codeAt, factorWorld } from '#test/support/factor-world.ts'

const DAY_MS = 24 * 60 * 60_000

const world = factorWorld()

/** Runs `work` while the server's clock is a day ahead. */
async function whileAhead<T>(work: () => Promise<T>): Promise<T> {
  world.clock += DAY_MS
  const result = await work()
  world.clock -= DAY_MS
  return result
}

test('K2 a ticket from a clock that ran ahead is not valid longer', async () => {
  const { secret } = await world.ada.addApp(world.clock)
  const { ticket } = await whileAhead(world.ada.sendPassword)
  world.clock += 60 * 60_000
  const proof = { kind: 'totp', code: codeAt(secret, world.clock) }
  expect((await world.ada.prove(ticket, proof)).status).toBe(410)
  const { ticket: next } = await world.ada.sendPassword()
  expect((await world.ada.prove(next, proof)).status).toBe(200)
})

test('K6 a passkey’s challenge from a clock that ran ahead is refused', async () => {
  await world.ada.addPasskey()
  const options = await whileAhead(world.ada.passkeyRequestOptions)
  if (!options) throw new Error('No options were sent')
  world.clock += 60 * 60_000
  const body = { credential: world.ada.keys.get(options) }
  expect((await world.ada.ask(factorEntry.signInByPasskey, { body }, null)).status).toBe(401)
  expect((await world.ada.signInByPasskey()).status).toBe(200)
})
