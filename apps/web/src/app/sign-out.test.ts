import { auth } from '@atalaya/contract/auth'
import { expect, test } from 'vitest'
import { signOut } from '#web/app/sign-out.ts'
import { queryClient } from '#web/lib/calls/query-client.ts'
import { readSession } from '#web/lib/session/session.ts'
import { signedIn } from '#web/testing/render.tsx'
import { on } from '#web/testing/server.ts'

test('a sign-out leaves nothing in memory, and the server ends that very session', async () => {
  signedIn()
  const refreshToken = readSession()?.refreshToken
  const ended: unknown[] = []
  on(auth.logout, ({ body }) => {
    ended.push(body)
    return {}
  })
  queryClient.setQueryData(['secret'], 1)
  signOut()
  expect([readSession(), queryClient.getQueryData(['secret'])]).toEqual([null, undefined])
  await expect.poll(() => ended).toEqual([{ refreshToken }])
})
