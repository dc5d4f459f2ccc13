import type { Assertion, PasskeyRequestOptions } from '@atalaya/contract/passkeys'
import { AppError } from '#server/domain/errors.ts'
import type { Ceremony } from '#server/factors/passkey-ceremony.ts'
import { siteOf } from '#server/factors/site.ts'
import { rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Device } from '#server/sessions/device.ts'
import { hashToken, newToken } from '#server/sessions/tokens.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { BeginAttempt } from './attempts.ts'
import type { LetIn, SignedInWithCookies } from './letting-in.ts'

type Needs = {
  users: Pick<UsersService, 'findForSignInById'>
  ceremony: Ceremony
  begin: BeginAttempt
  letIn: LetIn
  limits: RateLimits
  now: () => number
}

/** Sign-in by a passkey alone: the authenticator itself verifies its user. */
export function createPasskeySignIn({ users, ceremony, begin, letIn, limits, now }: Needs) {
  return {
    /**
     * Makes a challenge for passkeys, bound to the browser of the sign-in screen. Null if no account has a passkey for
     * this host name.
     */
    async requestOptions(
      device: Device,
      cookie: string | null,
    ): Promise<{ options: PasskeyRequestOptions | null; cookie: string | null }> {
      const site = siteOf(device.origin)
      if (!site || !(await ceremony.isKnownAt(site.rpId))) return { options: null, cookie: null }
      limits.spend(rates.passkeyChallenges, device.ip)
      // Keeps the browser's secret, so that the challenges of its other tabs stay valid.
      const secret = cookie?.startsWith('pk_') ? cookie : newToken('pk')
      const binding = { purpose: 'sign-in', boundTo: hashToken(secret), userVerification: 'required' } as const
      return { options: await ceremony.requestOptions({ ...binding, site, passkeys: [] }), cookie: secret }
    },

    /**
     * Signs in with a passkey.
     *
     * @throws AppError unauthorized, the same for every fault
     * @throws AppError too_many after too many failures of the network, or too many sign-ins
     */
    async enter(assertion: Assertion, device: Device, cookie: string | null): Promise<SignedInWithCookies> {
      const passkey = await ceremony.find(assertion.id)
      const account = passkey && (await users.findForSignInById(passkey.userId))
      const attempt = await begin({ account, device })
      const expected = { purpose: 'sign-in', boundTo: hashToken(cookie ?? ''), mustVerifyUser: true } as const
      const signed = await ceremony.check(assertion, expected)
      if (!account?.isActive || 'reason' in signed || !assertion.response.userHandle) {
        await attempt.fail('auth.login_failed', `passkey${'reason' in signed ? `: ${signed.reason}` : ''}`)
        throw refusal()
      }
      attempt.succeed()
      const { counter, isSynced } = signed
      return letIn(
        { account, device, hasShownFactor: true },
        {
          action: 'auth.login',
          signedInBy: 'passkey',
          details: `passkey ${signed.passkey.name}`,
          async inTransaction(repos) {
            if (!(await repos.passkeys.storeUse(signed.passkey, counter, isSynced, now()))) throw refusal()
          },
        },
      )
    },
  }
}
export type PasskeySignIn = ReturnType<typeof createPasskeySignIn>

const refusal = () =>
  new AppError('unauthorized', 'This passkey belongs to no account here; try again, or sign in with your password', {
    code: 'auth.passkey_refused',
  })
