import type { Credentials, SignedIn } from '@atalaya/contract/auth'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Device } from '#server/sessions/device.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { SignIn } from './sign-in.ts'

type Needs = {
  users: UsersService
  tx: RunInTransaction
  sessions: Sessions
  signIn: SignIn
  now: () => number
}

/** What signing in answers, and the cookies that go with it. */
export type SignedInWithCookies = SignedIn & { binding: string | null; knownDevices: string[] | null }

/** Signing in by a password. */
export function createAuthService({ users, tx, sessions, signIn, now }: Needs) {
  return {
    async login(given: Credentials, device: Device): Promise<SignedInWithCookies> {
      const { announce, secret, ...opened } = await signIn.enter(given, device, (secret, forgiveIn) =>
        tx(async (repos) => {
          const { session, announce } = await sessions.openIn(repos, secret, device, 'password')
          await forgiveIn(repos)
          const by = { userId: secret.id, username: secret.username, ip: device.ip }
          await repos.audit.insert(now(), { action: 'auth.login', by })
          return { ...session, announce, secret, knownDevices: await signIn.rememberIn(repos, secret.id, device) }
        }),
      )
      announce()
      const user = await users.get(secret.id)
      await users.publish(user)
      return { ...opened, user, mustChangePassword: secret.mustChangePassword || undefined }
    },
  }
}
export type AuthService = ReturnType<typeof createAuthService>
