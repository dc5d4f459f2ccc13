import { auth, type SignedIn } from '@atalaya/contract/auth'
import { factorEntry } from '@atalaya/contract/factor-entry'
import type { FactorChallenge, FactorProof } from '@atalaya/contract/factor-proof'
import type { PasskeyRequestOptions } from '@atalaya/contract/passkeys'
import type { Route } from '@atalaya/contract/route'
import { secondFactor } from '@atalaya/contract/second-factor'
import { createJar, PASSWORD, someone } from '@atalaya/testbed/people'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach } from 'vitest'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import { type CallOptions, createTestApp, type TestApp } from './test-app.ts'

/** Code that an authenticator app shows at `timestamp` (in ms). */
export const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

/** A browser with an authenticator of its own, and a person's actions in it. */
export function createPerson(app: TestApp, username: string, jar = createJar()) {
  const keys = createAuthenticator()
  let token: string | undefined

  /** Makes a call from this browser, signed in unless `accessToken` is null. */
  async function ask(route: Route, options: CallOptions = {}, accessToken: string | null | undefined = token) {
    const headers = { ...jar.headers(), ...options.headers }
    const reply = await app.call(route, { ...options, headers }, accessToken ?? undefined)
    jar.take(reply.headers)
    return reply
  }
  const login = (password = PASSWORD) => ask(auth.login, { body: { username, password } }, null)

  /** Sends the password. Returns the second factor that the server requires. */
  async function sendPassword(): Promise<FactorChallenge> {
    const { status, body } = await login()
    if (status !== 403) throw new Error(`No second factor is asked for: ${status}`)
    return body.secondFactor
  }
  const prove = (ticket: string, proof: FactorProof | Record<string, unknown>) =>
    ask(factorEntry.prove, { body: { ticket, proof } }, null)

  /** Passkey options of a sign-in screen, with the challenge; null if no account has a passkey. */
  const passkeyRequestOptions = async (): Promise<PasskeyRequestOptions | null> =>
    (await ask(factorEntry.passkeyOptions, {}, null)).body.data.options

  async function addPasskey(name = 'Laptop', by: Authenticator = keys) {
    const { options } = (await ask(secondFactor.beginPasskey)).body.data
    return ask(secondFactor.addPasskey, { body: { name, credential: by.make(options) } })
  }

  /** Sets up an authenticator app. Returns its secret and the recovery codes, if there are new ones. */
  async function addApp(now: number): Promise<{ secret: string; codes: string[] }> {
    const { secret } = (await ask(secondFactor.beginTotp)).body.data
    const reply = await ask(secondFactor.confirmTotp, { body: { code: codeAt(secret, now) } })
    if (reply.status !== 200) throw new Error(`The code was not taken: ${reply.body.error}`)
    return { secret, codes: reply.body.data.recoveryCodes ?? [] }
  }

  return {
    jar,
    /** Authenticator of this browser. */
    keys,
    ask,
    login,
    sendPassword,
    prove,
    passkeyRequestOptions,
    addPasskey,
    addApp,
    /** Uses this session for later calls. */
    continueWith({ tokens }: SignedIn) {
      token = tokens.accessToken
    },
    async signIn() {
      const { tokens } = (await login()).body.data
      token = tokens.accessToken
    },
    status: async () => (await ask(secondFactor.status)).body.data,
    meStatus: async () => (await ask(auth.me)).status,
    signInByPasskey: async (by = keys) => {
      const options = await passkeyRequestOptions()
      if (!options) throw new Error('Nobody has a passkey')
      return ask(factorEntry.signInByPasskey, { body: { credential: by.get(options) } }, null)
    },
  }
}
export type Person = ReturnType<typeof createPerson>

/** A new application for each test, with a clock that tests move. Admin administers it, Ada is a member. */
export function factorWorld() {
  const world = {} as { clock: number; app: TestApp; admin: Person; ada: Person }
  beforeEach(async () => {
    world.clock = Date.parse('2026-01-01T12:00:00Z')
    world.app = await createTestApp({ now: () => world.clock })
    for (const username of ['admin', 'ada']) await world.app.call(auth.register, { body: someone({ username }) })
    world.admin = createPerson(world.app, 'admin')
    world.ada = createPerson(world.app, 'ada')
    await Promise.all([world.admin.signIn(), world.ada.signIn()])
  })
  afterEach(() => world.app.close())
  return world
}
