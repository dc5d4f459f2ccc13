import type { Assertion } from '@atalaya/contract/passkeys'
import type { Audit } from '#server/audit/audit.service.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Ceremony } from '#server/factors/passkey-ceremony.ts'
import type { Sessions } from '#server/sessions/sessions.ts'

type Needs = {
  ceremony: Ceremony
  sessions: Sessions
  audit: Audit
}

/** Confirms the person by a passkey in place of the password. */
export function createOwnIdentity({ ceremony, sessions, audit }: Needs) {
  return {
    /** Lets this session make sensitive changes for a while. Returns the end of that time. */
    async confirm(by: Caller, assertion: Assertion): Promise<{ confirmedUntil: string }> {
      const expected = { purpose: 'confirm', boundTo: by.sessionId, mustVerifyUser: true } as const
      const signed = await ceremony.check(assertion, expected)
      const isOwn = !('reason' in signed) && signed.passkey.userId === by.userId
      const isRight = isOwn && (await ceremony.storeUse(signed))
      const action = isRight ? 'auth.confirmed' : 'auth.confirm_failed'
      await audit.record({ action, by, details: 'passkey' })
      if (!isRight) throw refusal()
      return { confirmedUntil: new Date(await sessions.confirm(by.sessionId)).toISOString() }
    },
  }
}
export type OwnIdentity = ReturnType<typeof createOwnIdentity>

/** Not 401: the session is fine, and a client would refresh it or sign out. */
const refusal = () =>
  new AppError('bad_request', 'This passkey was not accepted; try again, or enter your password', {
    code: 'auth.passkey_refused',
  })
