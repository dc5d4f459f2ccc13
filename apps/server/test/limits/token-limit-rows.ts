import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { tokens } from '@atalaya/contract/credentials'
import { newTokenOf } from '#test/support/token-world.ts'
import type { LimitRow } from './limit-rows.ts'

const MINUTE_MS = 60_000

/** Limits of tokens. */
export const tokenLimitRows: Record<string, LimitRow> = {
  'new tokens of a user': {
    max: 60,
    windowMs: 60 * MINUTE_MS,
    answers: [200],
    code: 'tokens.too_many_new',
    async traffic({ as }) {
      // Each token is revoked at once, since their number is limited.
      async function make(who: string) {
        const reply = await as(who, tokens.create, { body: { name: 'script', scopes: ['account:read'] } })
        if (reply.status === 200) await as(who, tokens.revoke, { params: { id: reply.body.data.created._id } })
        return reply
      }
      return { sendCounted: () => make('ada'), sendForAnother: () => make('bob') }
    },
  },
  'calls of a token': {
    max: 3000,
    windowMs: MINUTE_MS,
    answers: [200, 403],
    code: 'tokens.too_many_calls',
    async traffic({ app, tokenOf }) {
      const make = async () => newTokenOf(app, await tokenOf('ada'), { scopes: ['account:read'] })
      const [one, other] = [await make(), await make()]
      const readMe = ({ token }: { token: string }) => app.call(auth.me, {}, token)
      return {
        sendCounted: () => readMe(one),
        sendForAnother: () => readMe(other),
        // Refused calls count, too.
        sendSharingLimit: () => app.call(agents.list, {}, one.token),
      }
    },
  },
}
