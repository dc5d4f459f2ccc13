import type { Credentials, SignedIn, Tokens } from '@atalaya/contract/auth'
import type { Audit } from '#server/audit/audit.service.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Device } from '#server/sessions/device.ts'
import type { Rotation } from '#server/sessions/rotation.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { SignIn } from './sign-in.ts'

type Needs = {
  users: UsersService
  tx: RunInTransaction
  sessions: Sessions
  rotation: Rotation
  signIn: SignIn
  audit: Audit
  now: () => number
}

/** What signing in answers, and the cookies that go with it. */
export type SignedInWithCookies = SignedIn & { binding: string | null; knownDevices: string[] | null }

/** Signing in and out. */
export function createAuthService({ users, tx, sessions, rotation, signIn, audit, now }: Needs) {
  return {
    async login(given: Credentials, device: Device): Promise<SignedInWithCookies> {
      const secret = await signIn.check(given, device)
      const { announce, ...opened } = await tx(async (repos) => {
        const { session, announce } = await sessions.openIn(repos, secret, device, 'password')
        const by = { userId: secret.id, username: secret.username, ip: device.ip }
        await repos.audit.insert(now(), { action: 'auth.login', by })
        return { ...session, announce, knownDevices: await signIn.rememberIn(repos, secret.id, device) }
      })
      announce()
      const user = await users.get(secret.id)
      await users.publish(user)
      return { ...opened, user, mustChangePassword: secret.mustChangePassword || undefined }
    },

    refresh: (refreshToken: string, binding: string | null, ip: string): Promise<Tokens> =>
      rotation.refresh(refreshToken, binding, ip),

    async logout(refreshToken: string, ip: string): Promise<void> {
      const who = await rotation.close(refreshToken)
      if (who) await audit.record({ action: 'auth.logout', by: { ...who, ip } })
    },
  }
}
export type AuthService = ReturnType<typeof createAuthService>
