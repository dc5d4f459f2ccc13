import { expect, test } from 'vitest'
import { confirmIdentity, settleIdentity } from '#web/lib/session/reauth.ts'

test('calls that wait for a confirmation share one question, and later calls have another', async () => {
  const [first, second] = [confirmIdentity(), confirmIdentity()]
  settleIdentity(true)
  expect(await Promise.all([first, second])).toEqual([true, true])
  const later = confirmIdentity()
  settleIdentity(false)
  expect(await later).toBe(false)
})
