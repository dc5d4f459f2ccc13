import { factorEntry } from '@atalaya/contract/factor-entry'
import { oidc } from '@atalaya/contract/identities'
import { BROWSER } from '@atalaya/testbed/people'
import { rates } from '#server/limits/limits.ts'
import { createPerson } from '#test/support/factor-world.ts'
import type { LimitRow } from './limit-rows.ts'

const MINUTE_MS = 60_000
const [HERE, ELSEWHERE] = ['198.51.100.1', '198.51.100.2']

/** Limits of signing in by providers and by passkeys. */
export const otherSignInLimitRows: Record<string, LimitRow> = {
  'sign-ins by provider of a network': {
    rate: rates.oidcStarts,
    max: 120,
    windowMs: 15 * MINUTE_MS,
    answers: [404],
    code: 'auth.too_many',
    traffic: async ({ app }) => ({
      sendCounted: () => app.call(oidc.start, { params: { provider: 'nowhere' }, from: HERE }),
      sendForAnother: () => app.call(oidc.start, { params: { provider: 'nowhere' }, from: ELSEWHERE }),
    }),
  },
  'passkey challenges of a network': {
    rate: rates.passkeyChallenges,
    max: 120,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'auth.too_many',
    async traffic({ app }) {
      await app.signUp('keys')
      const keys = createPerson(app, 'keys')
      await keys.signIn()
      await keys.addPasskey()
      const ask = (from: string) => app.call(factorEntry.passkeyOptions, { headers: BROWSER, from })
      const sendSharingLimit = () => keys.ask(factorEntry.confirmOptions, { from: HERE })
      return { sendCounted: () => ask(HERE), sendForAnother: () => ask(ELSEWHERE), sendSharingLimit }
    },
  },
}
