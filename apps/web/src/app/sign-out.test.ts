import { auth } from '@atalaya/contract/auth'
import { expect, test } from 'vitest'
import { signOut } from '#web/app/sign-out.ts'
import { queryClient } from '#web/lib/calls/query-client.ts'
import { readSession } from '#web/lib/session/session.ts'
import { startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test('a sign-out leaves nothing in memory, and the server ends that very session', async () => {
  startSession()
  const refreshToken = readSession()?.refreshToken
  const ended: unknown[] = []
  answerCall(auth.logout, ({ body }) => {
    ended.push(body)
    return {}
  })
  queryClient.setQueryData(['secret'], 1)
  signOut()
  expect([readSession(), queryClient.getQueryData(['secret'])]).toEqual([null, undefined])
  await expect.poll(() => ended).toEqual([{ refreshToken }])
})
