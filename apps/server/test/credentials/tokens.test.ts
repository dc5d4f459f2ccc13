import { agents } from '@atalaya/contract/agents'
import { audit } from '@atalaya/contract/audit'
import { auth, type SignedIn } from '@atalaya/contract/auth'
import { TOKENS_MAX, tokens } from '@atalaya/contract/credentials'
import { users } from '@atalaya/contract/users'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { newTokenOf } from '#test/support/token-world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const clock = { now: 0 }
let it: TestApp
let admin: SignedIn
let ada: SignedIn
beforeEach(async () => {
  clock.now = Date.now()
  it = await createTestApp({ now: () => clock.now })
  admin = await it.signUp('admin')
  ada = await it.signUp('ada')
})
afterEach(() => it.close())

const adaToken = () => ada.tokens.accessToken
const adminToken = () => admin.tokens.accessToken
const me = async (token: string) => (await it.call(auth.me, {}, token)).status
const listTokens = async (token = adaToken()) => (await it.call(tokens.list, {}, token)).body.data.tokens

describe('a token', () => {
  test('M6 is shown once, permits the calls of its scopes, and is listed with its last use', async () => {
    const { token, id } = await newTokenOf(it, adaToken(), { name: 'backup', scopes: ['account:read', 'agents:read'] })
    expect(token).toMatch(/^ap_[\w-]{43}$/)
    expect(await listTokens()).toMatchObject([{ _id: id, name: 'backup', lastUsedAt: null, lastAddress: null }])
    const { body } = await it.call(auth.me, { from: '198.51.100.7' }, token)
    expect(body.data.user.username).toBe('ada')
    const [entry] = await listTokens()
    expect(entry).toMatchObject({ lastUsedAt: new Date(clock.now).toISOString(), lastAddress: '198.51.100.7' })
    expect(JSON.stringify(await listTokens())).not.toContain(token)
    expect(await it.dump()).not.toContain(token)
  })

  test('M6 keeps its last use if another instance stores an earlier one afterwards', async () => {
    const { token, id } = await newTokenOf(it, adaToken(), { scopes: ['account:read'] })
    await it.call(auth.me, { from: '198.51.100.7' }, token)
    const [entry] = await listTokens()
    const earlier = { id, at: clock.now - MINUTE_MS, address: '192.0.2.1' }
    await it.withDatabase((db) => createRepos(db).credentials.recordUse(earlier))
    expect(await listTokens()).toEqual([entry])
  })

  test('M1 refuses calls beyond its scopes and names the missing one', async () => {
    const { token } = await newTokenOf(it, adaToken(), { scopes: ['pages:read'] })
    const { status, body } = await it.call(agents.list, {}, token)
    expect([status, body.code, body.errors]).toEqual([
      403,
      'tokens.scope_missing',
      [{ path: 'scope', message: 'agents:read' }],
    ])
    expect(body.error).toContain('agents:read')
  })

  test.each([
    ['to make another token', tokens.create, { name: 'more', scopes: ['agents:read'] }],
    ['to list tokens', tokens.list, undefined],
    ['to revoke one', tokens.revoke, undefined],
    ['to change the password', auth.changePassword, { currentPassword: 'x', newPassword: 'y' }],
    ['to confirm a password', auth.confirm, { password: 'x' }],
    ['to end sessions', auth.endOthers, undefined],
  ])('cannot be used %s', async (_what, route, body) => {
    const all = await newTokenOf(it, adaToken(), { scopes: ['account:read', 'users:read', 'users:write'] })
    const answer = await it.call(route, { params: { id: 'x' }, body }, all.token)
    expect([answer.status, answer.body.code]).toEqual([403, 'tokens.refused'])
  })

  test('M6 expires', async () => {
    const { token } = await newTokenOf(it, adaToken(), { scopes: ['account:read'], days: 1 })
    clock.now += DAY_MS - 1
    expect(await me(token)).toBe(200)
    clock.now += 1
    expect(await me(token)).toBe(401)
    const { accessToken } = (
      await it.call(auth.login, { body: { username: 'ada', password: 'correct horse battery' } })
    ).body.data.tokens
    expect(await listTokens(accessToken)).toEqual([])
  })

  test('M6 is valid for 90 days by default, and for a year at most', async () => {
    await newTokenOf(it, adaToken(), { scopes: ['account:read'] })
    const [entry] = await listTokens()
    expect(Date.parse(entry.expiresAt) - Date.parse(entry.createdAt)).toBe(90 * DAY_MS)
    const { status } = await it.call(
      tokens.create,
      { body: { name: 'x', scopes: ['account:read'], days: 366 } },
      adaToken(),
    )
    expect(status).toBe(400)
  })

  test('M6 is created only in a recently confirmed session, not by a copied access token', async () => {
    const createToken = async (accessToken: string) => {
      const { status, body } = await it.call(
        tokens.create,
        { body: { name: 'x', scopes: ['account:read'] } },
        accessToken,
      )
      return status === 200 ? 200 : [status, body.code]
    }
    const { refreshToken } = ada.tokens
    clock.now += 9 * MINUTE_MS
    const later = (await it.call(auth.refresh, { body: { refreshToken } })).body.data.accessToken
    expect(await createToken(later)).toBe(200)
    clock.now += 2 * MINUTE_MS
    expect(await createToken(later)).toEqual([403, 'reauth_required'])
    await it.call(auth.confirm, { body: { password: 'correct horse battery' } }, later)
    expect(await createToken(later)).toBe(200)
  })

  test('M5 is refused immediately after its revocation', async () => {
    const { token, id } = await newTokenOf(it, adaToken(), { scopes: ['account:read'] })
    expect(await me(token)).toBe(200)
    expect((await it.call(tokens.revoke, { params: { id } }, adaToken())).status).toBe(200)
    expect(await me(token)).toBe(401)
    expect((await it.call(tokens.revoke, { params: { id } }, adaToken())).status).toBe(404)
  })

  test('M5 of another user can be listed and revoked only by an administrator', async () => {
    const { token, id } = await newTokenOf(it, adaToken(), { name: 'of ada', scopes: ['account:read'] })
    const bob = (await it.signUp('bob')).tokens.accessToken
    expect((await it.call(tokens.revoke, { params: { id } }, bob)).status).toBe(404)
    expect((await it.call(tokens.listAll, {}, bob)).status).toBe(403)
    const all = (await it.call(tokens.listAll, {}, adminToken())).body
    expect(all.data.tokens).toMatchObject([{ _id: id, name: 'of ada', owner: { username: 'ada' } }])
    expect(JSON.stringify(all)).not.toContain(token.slice(3))
    expect((await it.call(tokens.revokeAny, { params: { id } }, adminToken())).status).toBe(200)
    expect(await me(token)).toBe(401)
  })

  test('M6 is limited in number', async () => {
    for (let n = 0; n < TOKENS_MAX; n++) await newTokenOf(it, adaToken(), { scopes: ['account:read'] })
    const body = { name: 'one more', scopes: ['account:read'] }
    const { status, body: refused } = await it.call(tokens.create, { body }, adaToken())
    expect([status, refused.code]).toEqual([409, 'tokens.too_many'])
  })
})

describe('a token never permits more than its owner may do', () => {
  test('M2 a scope for administrators permits nothing once the owner is no administrator', async () => {
    const { token } = await newTokenOf(it, adaToken(), { scopes: ['audit:read', 'users:read'] })
    expect((await it.call(audit.list, {}, token)).status).toBe(403)
    await it.call(users.setRole, { params: { id: ada.user._id }, body: { role: 'admin' } }, adminToken())
    expect((await it.call(audit.list, {}, token)).status).toBe(200)
    expect((await it.call(users.list, {}, token)).status).toBe(200)
    await it.call(users.setRole, { params: { id: ada.user._id }, body: { role: 'user' } }, adminToken())
    expect((await it.call(audit.list, {}, token)).status).toBe(403)
    expect((await it.call(users.list, {}, token)).status).toBe(403)
  })

  test('M2 a deactivated, deleted or reset owner’s tokens are refused', async () => {
    const { token } = await newTokenOf(it, adaToken(), { scopes: ['agents:read'] })
    const list = async () => {
      const { status, body } = await it.call(agents.list, {}, token)
      return status === 200 ? 200 : [status, body.code]
    }
    const params = { id: ada.user._id }
    await it.call(users.setStatus, { params, body: { isActive: false } }, adminToken())
    expect(await list()).toEqual([401, 'unauthorized'])
    await it.call(users.setStatus, { params, body: { isActive: true } }, adminToken())
    expect(await list()).toBe(200)
    await it.call(users.resetPassword, { params, body: { password: 'gq7zv1' } }, adminToken())
    expect(await list()).toEqual([403, 'password_change_required'])
    await it.call(users.remove, { params }, adminToken())
    expect(await list()).toEqual([401, 'unauthorized'])
  })

  test('M7 the audit names the token and the person', async () => {
    const { token } = await newTokenOf(it, adaToken(), { name: 'deploy', scopes: ['agents:write'] })
    await it.call(agents.register, { body: { name: 'box' } }, token)
    const { entries } = (await it.call(audit.list, { query: { userId: ada.user._id } }, adminToken())).body.data
    const recorded = entries.map(({ action, actor }: { action: string; actor: { name: string } }) => [
      action,
      actor.name,
    ])
    expect(recorded).toContainEqual(['agent.registered', 'token deploy for ada'])
    expect(recorded).toContainEqual(['token.created', 'ada'])
  })
})

describe('a misused personal token', () => {
  test('M3 is ignored in an address', async () => {
    const { token } = await newTokenOf(it, adaToken(), { scopes: ['account:read', 'agents:read', 'events:read'] })
    for (const name of ['token', 'access_token', 'api_key', 'authorization', 'bearer']) {
      for (const path of ['/auth/me', '/api/v1/agents', '/api/v1/agents.csv', '/api/v1/events']) {
        const { statusCode } = await it.app.inject(`${path}?${name}=${token}`)
        expect([path, name, statusCode]).toEqual([path, name, 401])
      }
    }
  })

  test('M3 is refused in another form, guessed, or as its hash', async () => {
    const { token } = await newTokenOf(it, adaToken(), { scopes: ['account:read'] })
    const last = token.endsWith('A') ? 'B' : 'A'
    const hash = (await it.withDatabase((db) => db.selectFrom('credentials').select('hash').executeTakeFirstOrThrow()))
      .hash
    const wrong = [
      ...['ap_', 'ap_x', token.slice(0, -1), `${token}A`, `${token.slice(0, -1)}${last}`, token.toUpperCase()],
      ...[
        token.slice(3),
        `at_${token.slice(3)}`,
        `ad_${token.slice(3)}`,
        `ap_${hash}`,
        `${token}%00`,
        `ap_${'%'.repeat(43)}`,
      ],
    ]
    for (const guess of wrong) expect([guess, await me(guess)]).toEqual([guess, 401])
    for (let n = 0; n < 300; n++) expect(await me(`ap_${String(n).padStart(43, 'A')}`)).toBe(401)
    expect(await me(token)).toBe(200)
  })

  test('M3 is refused as a session’s and as an agent’s token', async () => {
    const { token } = await newTokenOf(it, adaToken(), { scopes: ['account:read', 'agents:write'] })
    const { body } = await it.call(auth.refresh, { body: { refreshToken: token } })
    expect(body.success).toBe(false)
    const sync = await it.app.inject({
      method: 'POST',
      url: '/api/agent/v1/sync',
      headers: { authorization: `Bearer ${token}` },
      payload: { session: 'x' },
    })
    expect(sync.statusCode).toBe(401)
  })
})
