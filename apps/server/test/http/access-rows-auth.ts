import { body, everyUser, open, ownOnly, type Row, withBody } from './access-row.ts'

/** Expected status for each caller of the calls about signing in and about oneself. */
export const authMatrix: Record<string, Row> = {
  'GET /auth/setup': open(200),
  'POST /auth/register': open(400, body({})),
  'POST /auth/login': open(400, body({})),
  'POST /auth/refresh': open(401, body({ refreshToken: 'rt_unknown' })),
  'POST /auth/logout': open(200, body({ refreshToken: 'rt_unknown' })),
  // All callers share one network and user agent, which may have five open codes; the agent asks for the sixth.
  'POST /auth/qr/generate': { ...open(200), status: { ...open(200).status, agent: 429 } },
  'GET /auth/qr/status/:code': open(200),
  'POST /auth/qr/scan': open(404, body({ code: 'unknown' })),
  'POST /auth/qr/authenticate': open(404, body({ code: 'unknown', username: 'x', password: 'x' })),
  'GET /auth/me': everyUser(200),
  'PATCH /auth/me': everyUser(200, body({ name: 'Ada' })),
  'POST /auth/password': everyUser(400, body({})),
  'POST /auth/confirm': everyUser(400, body({})),
  'GET /auth/sessions': everyUser(200),
  'DELETE /auth/sessions': everyUser(200),
  'DELETE /auth/sessions/:id': ownOnly(200, async (world) => ({ params: { id: (await world.newSession()).id } })),
  'POST /auth/second-factor': open(400, body({})),
  'POST /auth/passkey/options': open(200),
  'POST /auth/passkey': open(400, body({})),
  'GET /auth/second-factor': everyUser(200),
  'POST /auth/confirm/options': everyUser(200),
  'POST /auth/second-factor/passkeys/options': everyUser(400),
  'POST /auth/second-factor/passkeys': everyUser(400, body({})),
  'PATCH /auth/second-factor/passkeys/:id': everyUser(
    404,
    withBody(() => ({ params: { id: 'none' } }), { name: 'x' }),
  ),
  'DELETE /auth/second-factor/passkeys/:id': everyUser(404, () => ({ params: { id: 'none' } })),
  'POST /auth/second-factor/totp': everyUser(200),
  'POST /auth/second-factor/totp/confirm': everyUser(400, body({})),
  'DELETE /auth/second-factor/totp': everyUser(409),
  'POST /auth/second-factor/recovery-codes': everyUser(409),
  // No provider is in the settings, and nothing is linked.
  'POST /auth/oidc/:provider/start': open(404, () => ({ params: { provider: 'home' } })),
  'POST /auth/oidc/:provider/finish': open(404, () => ({ params: { provider: 'home' }, body: { answer: 'state=x' } })),
  'POST /auth/oidc/:provider/register': open(404, () => ({
    params: { provider: 'home' },
    body: { ticket: 'x', username: 'ada', email: 'ada@example.org', name: 'Ada', surname: 'Lovelace' },
  })),
  'GET /auth/identities': everyUser(200),
  'PATCH /auth/identities': everyUser(200, body({ localSignIn: true })),
  'POST /auth/oidc/:provider/link': everyUser(404, () => ({ params: { provider: 'home' } })),
  'POST /auth/oidc/:provider/confirm': everyUser(404, () => ({ params: { provider: 'home' } })),
  'POST /auth/oidc/:provider/return': everyUser(404, () => ({
    params: { provider: 'home' },
    body: { answer: 'state=x' },
  })),
  'DELETE /auth/identities/:id': everyUser(404, () => ({ params: { id: 'unknown' } })),
}
