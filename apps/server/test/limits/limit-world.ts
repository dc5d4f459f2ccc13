import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { modulePackages } from '@atalaya/contract/module-packages'
import type { Route } from '@atalaya/contract/route'
import { users } from '@atalaya/contract/users'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { PASSWORD } from '@atalaya/testbed/people'
import { type CallOptions, createTestApp } from '#test/support/test-app.ts'
import { upload } from '#test/support/uploads.ts'

/** Requests of the module, to a port on which no server listens. */
const requests = { nothing: { url: 'http://127.0.0.1:1/' } }
const permissions = { origins: ['http://127.0.0.1:1'], agents: false, storage: true }

/** App with a clock that tests move, an administrator, two members, and a module with requests and storage. */
export async function createLimitWorld() {
  let clock = Date.parse('2026-01-01T12:00:00Z')
  const app = await createTestApp({ now: () => clock })
  for (const name of ['admin', 'ada', 'bob']) await app.signUp(name)
  const tokens = new Map<string, { token: string; at: number }>()

  /** Token of a sign-in after the last move of the clock. */
  async function tokenOf(who: string): Promise<string> {
    const known = tokens.get(who)
    if (known?.at === clock) return known.token
    const { body } = await app.call(auth.login, { body: { username: who, password: PASSWORD } })
    tokens.set(who, { token: body.data.tokens.accessToken, at: clock })
    return body.data.tokens.accessToken
  }
  const as = async (who: string, route: Route, options: CallOptions = {}) =>
    app.call(route, options, await tokenOf(who))

  const archive = clockArchive({ requests, permissions: { storage: true } })
  await upload(app, await tokenOf('admin'), archive)
  await as('admin', modulePackages.activate, { params: { id: 'clock', version: '1.0.0' }, body: { permissions } })

  return {
    app,
    tokenOf,
    as,
    /** Traffic of two users who download a file. */
    downloadTraffic(url: string, one: string, other: string) {
      async function read(who: string) {
        const reply = await app.app.inject({ url, headers: { authorization: `Bearer ${await tokenOf(who)}` } })
        const body = reply.statusCode === 200 ? null : reply.json()
        return { status: reply.statusCode, headers: reply.headers, body, reply }
      }
      return { sendCounted: () => read(one), sendForAnother: () => read(other) }
    },
    async makeAdmin(who: string): Promise<void> {
      const { body } = await as(who, auth.me)
      await as('admin', users.setRole, { params: { id: body.data.user._id }, body: { role: 'admin' } })
    },
    move(ms: number): void {
      clock += ms
    },
    async addWidget(who: string, id = 'clock'): Promise<string> {
      const { page } = (await as(who, dashboard.create, { body: { name: 'Hall' } })).body.data
      const install = { params: { id: page._id }, body: { meta: { id } } }
      return (await as(who, dashboard.install, install)).body.data.module._id
    },
    /** Registers an agent, and returns its token. */
    async registerAgent(who = 'admin'): Promise<string> {
      return (await as(who, agents.register)).body.data.token
    },
  }
}
export type LimitWorld = Awaited<ReturnType<typeof createLimitWorld>>
