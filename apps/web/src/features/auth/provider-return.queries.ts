import { type Completion, identities, oidc } from '@atalaya/contract/identities'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { catchFactorChallenge } from '#web/lib/session/factor-challenge.ts'
import { readVisit } from '#web/lib/session/providers.ts'
import { signIn } from '#web/lib/session/session.ts'

/** Links or confirms, for a user who is signed in. */
async function finishForSignedIn(provider: string, answer: string) {
  return { done: (await call(identities.finish, { params: { provider }, body: { answer } })).done }
}

async function finishSignIn(provider: string, answer: string) {
  const { session, newcomer } = await call(oidc.finish, { params: { provider }, body: { answer } })
  if (session) signIn(session)
  return { newcomer }
}

/** Exchanges the provider's answer, which works only once. Signs in, links or confirms; or returns the next step. */
export const providerReturnQuery = (provider: string, answer: string) =>
  queryOptions({
    queryKey: ['provider-return', provider, answer],
    async queryFn() {
      if (readVisit().isOwn) return finishForSignedIn(provider, answer)
      let finished: Awaited<ReturnType<typeof finishSignIn>> = { newcomer: undefined }
      const challenge = await catchFactorChallenge(
        finishSignIn(provider, answer).then((result) => {
          finished = result
        }),
      )
      return { ...finished, challenge }
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

export const completeAccount = (provider: string) =>
  mutationOptions({
    mutationFn: async (body: Completion) => {
      const { session } = await call(oidc.register, { params: { provider }, body })
      signIn(session)
    },
    meta: { error: false },
  })
