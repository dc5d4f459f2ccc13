import { createJar } from '@atalaya/testbed/people'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { queueAtLock } from '#test/support/at-lock.ts'
import { codeAt, createPerson, factorWorld } from '#test/support/factor-world.ts'

const world = factorWorld()

test('B5 an app’s code sent by two browsers at the same moment opens one session', async () => {
  const { secret } = await world.ada.addApp(world.clock)
  // The server does not know this browser, so it counts its guesses separately.
  const thief = createPerson(world.app, 'ada', createJar())
  world.clock += 30_000
  const proof = { kind: 'totp', code: codeAt(secret, world.clock) }
  const attempts = []
  for (const person of [world.ada, thief]) {
    const { ticket } = await person.sendPassword()
    attempts.push(() => person.prove(ticket, proof))
  }
  const replies = await queueAtLock(world.app, sql`select 1 from totp_secrets for no key update`, attempts)
  expect(replies.map(({ status }) => status)).toEqual([200, 401])
})
