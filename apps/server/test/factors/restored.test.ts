import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backUp, restore } from '#server/db/backup/backup.ts'
import { codeAt, createPerson } from '#test/support/factor-world.ts'
import { createTestApp } from '#test/support/test-app.ts'

test('K2 a restored backup keeps second factors, but no ticket and no challenge', async () => {
  let clock = Date.parse('2026-01-01T12:00:00Z')
  const app = await createTestApp({ now: () => clock })
  await app.signUp('ada')
  const ada = createPerson(app, 'ada')
  await ada.signIn()
  await ada.addPasskey()
  const { secret } = await ada.addApp(clock)
  expect((await ada.status()).recoveryCodesLeft).toBe(10)
  const { ticket } = await ada.sendPassword()
  expect(await ada.passkeyRequestOptions()).not.toBe(null)

  const file = join(app.folder, 'all.backup')
  await backUp(app.config, file)
  await app.app.close()
  await restore(app.config, file)
  await app.restart()

  clock += 30_000
  const proof = { kind: 'totp', code: codeAt(secret, clock) } as const
  expect((await ada.prove(ticket, proof)).status).toBe(410)
  expect((await ada.prove((await ada.sendPassword()).ticket, proof)).status).toBe(200)
  const signedIn = await ada.signInByPasskey()
  expect(signedIn.status).toBe(200)
  ada.continueWith(signedIn.body.data)
  expect((await ada.status()).recoveryCodesLeft).toBe(10)
  await app.close()
}, 120_000)
