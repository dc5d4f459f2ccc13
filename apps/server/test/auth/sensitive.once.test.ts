import { auth } from '@atalaya/contract/auth'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askRoutes } from '#test/support/ask-routes.ts'
import { createQrFlow } from '#test/support/qr-flow.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/** Sensitive calls of members about second factors. */
const OF_FACTORS = [
  'DELETE /auth/second-factor/passkeys/:id',
  'DELETE /auth/second-factor/totp',
  'PATCH /auth/second-factor/passkeys/:id',
  'POST /auth/second-factor/passkeys',
  'POST /auth/second-factor/passkeys/options',
  'POST /auth/second-factor/recovery-codes',
  'POST /auth/second-factor/totp',
  'POST /auth/second-factor/totp/confirm',
]
/** Sensitive calls of members: they change the sign-in or machines. */
const OF_MEMBERS = [
  'DELETE /api/v1/agents/:id',
  'DELETE /api/v1/tokens/:id',
  'DELETE /auth/identities/:id',
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/:id',
  'PATCH /auth/identities',
  'POST /api/v1/agents/:id/release',
  'POST /api/v1/agents/:id/token',
  'POST /api/v1/agents/command',
  'POST /api/v1/displays',
  'POST /api/v1/tokens',
  'POST /auth/oidc/:provider/link',
  ...OF_FACTORS,
].sort()
/** Sensitive calls for administrators only. */
const OF_ADMINISTRATORS = [
  'DELETE /api/v1/admin/displays/:id',
  'DELETE /api/v1/admin/tokens/:id',
  'DELETE /api/v1/modules/:id',
  'DELETE /api/v1/modules/:id/versions/:version',
  'DELETE /api/v1/modules/indexes/:id',
  'DELETE /api/v1/themes/:id',
  'DELETE /api/v1/users/:id',
  'DELETE /api/v1/users/:id/lock',
  'DELETE /api/v1/users/:id/second-factor',
  'PATCH /api/v1/admin/second-factor',
  'PATCH /api/v1/admin/alerts/senders',
  'PATCH /api/v1/legal/:page',
  'PATCH /api/v1/users/:id',
  'PATCH /api/v1/users/:id/role',
  'PATCH /api/v1/users/:id/status',
  'POST /api/v1/backups',
  'POST /api/v1/admin/alerts/senders/test',
  'POST /api/v1/modules',
  'POST /api/v1/modules/:id/versions/:version/activate',
  'POST /api/v1/modules/indexes',
  'POST /api/v1/modules/indexes/:id/key',
  'POST /api/v1/modules/indexes/:id/look',
  'POST /api/v1/modules/indexes/:id/modules/:moduleId/install',
  'POST /api/v1/modules/indexes/find',
  'POST /api/v1/modules/scan',
  'POST /api/v1/themes',
  'POST /api/v1/users/:id/logout-all',
  'POST /api/v1/users/:id/reset-password',
]

let app: TestApp
let address: string
beforeAll(async () => {
  app = await createTestApp()
  address = await app.listen()
  for (const name of ['admin', 'member']) await app.signUp(name)
})
afterAll(() => app.close())

/** Access token of a session that a QR code has opened. */
async function tokenOfQrSession(username: string): Promise<string> {
  const flow = createQrFlow(app)
  const code = await flow.generate()
  await flow.scan(code)
  await flow.approve(code, { username, password: PASSWORD })
  return (await flow.poll(code)).body.data.tokens.accessToken
}
async function listRefusals(token: string) {
  const answers = [...(await askRoutes(app, address, token))]
  const withCode = (wanted: string) =>
    answers
      .filter(([, { code }]) => code === wanted)
      .map(([route]) => route)
      .sort()
  return { unconfirmed: withCode('reauth_required'), forbidden: withCode('forbidden') }
}

test('an unconfirmed session from a QR code is refused exactly the sensitive calls', async () => {
  const { unconfirmed } = await listRefusals(await tokenOfQrSession('admin'))
  expect(unconfirmed).toEqual([...OF_MEMBERS, ...OF_ADMINISTRATORS].sort())
})

test('a member’s session from a QR code is refused exactly the sensitive calls of members', async () => {
  const { unconfirmed, forbidden } = await listRefusals(await tokenOfQrSession('member'))
  expect(unconfirmed).toEqual(OF_MEMBERS)
  expect(forbidden).toEqual(expect.arrayContaining(OF_ADMINISTRATORS))
})

test.each(['admin', 'member'])(
  'a session from a QR code is refused nothing once %s confirmed the password',
  async (username) => {
    const token = await tokenOfQrSession(username)
    expect((await app.call(auth.confirm, { body: { password: PASSWORD } }, token)).status).toBe(200)
    expect((await listRefusals(token)).unconfirmed).toEqual([])
  },
)
