import { agents } from '@atalaya/contract/agents'
import { auth, type SignedIn } from '@atalaya/contract/auth'
import { tokens } from '@atalaya/contract/credentials'
import { dashboard } from '@atalaya/contract/dashboard'
import { displays } from '@atalaya/contract/displays'
import { factorAdmin } from '@atalaya/contract/factor-admin'
import { moduleRequests } from '@atalaya/contract/module-requests'
import type { Route } from '@atalaya/contract/route'
import { telemetry } from '@atalaya/contract/telemetry'
import { users } from '@atalaya/contract/users'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { openEvents } from '@atalaya/testbed/event-stream'
import { PASSWORD } from '@atalaya/testbed/people'
import { createScreen } from '#test/support/display-world.ts'
import type { CallOptions, TestApp } from '#test/support/test-app.ts'
import { newTokenOf } from '#test/support/token-world.ts'

/** Two instances on one database: the first changes resources, the second uses them. */
export type TwoInstances = { here: TestApp; there: TestApp; thereUrl: string; admin: string }

/** Right of somebody at one instance, and the change at another one that gives or ends it. */
type Right = {
  /** A call at the other instance. Returns its status. */
  ask(): Promise<number>
  change(): Promise<{ status: number }>
  /** Statuses of `ask` before and after the change. */
  before: number
  after: number
  /** Settles when the stream or connection at the other instance is closed. */
  closed?: Promise<unknown>
}
type RightRow = (two: TwoInstances) => Promise<Right>

const callOk = async (app: TestApp, route: Route, options: CallOptions, token: string) => {
  const { status, body } = await app.call(route, options, token)
  if (status !== 200) throw new Error(`${route.path}: ${body.error}`)
  return body.data
}
const byId = (id: string, body?: unknown): CallOptions => ({ params: { id }, ...(body !== undefined && { body }) })

/** A new user, with a session at the other instance and a stream open there. */
async function createPersonThere({ here, there, thereUrl }: TwoInstances) {
  const { user, tokens } = await here.signUp()
  const session: SignedIn = (await there.call(auth.login, { body: { username: user.username, password: PASSWORD } }))
    .body.data
  const token = session.tokens.accessToken
  const stream = await openEvents(thereUrl, token)
  return { user, ownerToken: tokens.accessToken, token, closed: stream.ended }
}

/** Rights that end with a change that signs somebody out. */
const signOutRow =
  (change: (two: TwoInstances, userId: string) => ReturnType<TestApp['call']>): RightRow =>
  async (two) => {
    const { user, token, closed } = await createPersonThere(two)
    const ask = async () => (await two.there.call(auth.me, {}, token)).status
    return { ask, change: () => change(two, user._id), before: 200, after: 401, closed }
  }

const roleRow =
  (from: 'admin' | 'user', to: 'admin' | 'user'): RightRow =>
  async (two) => {
    const { here, there, admin } = two
    const { user } = await createPersonThere(two)
    if (from === 'admin') await callOk(here, users.setRole, byId(user._id, { role: 'admin' }), admin)
    const { tokens } = (await there.call(auth.login, { body: { username: user.username, password: PASSWORD } })).body
      .data
    const [before, after] = from === 'admin' ? [200, 403] : [403, 200]
    return {
      ask: async () => (await there.call(users.list, {}, tokens.accessToken)).status,
      change: () => here.call(users.setRole, byId(user._id, { role: to }), admin),
      before,
      after,
      ...(to === 'user' && { closed: (await openEvents(two.thereUrl, tokens.accessToken)).ended }),
    }
  }

/** Creates a token of a new person, with an agent that has a tag. */
async function createToken(two: TwoInstances, selector?: { tags: string[] }) {
  const { user, ownerToken } = await createPersonThere(two)
  const { agent } = await callOk(two.here, agents.register, { body: { tags: ['lab'] } }, ownerToken)
  const wanted = { scopes: ['agents:read', 'events:read'] as const, ...(selector && { selector }) }
  const { token, id } = await newTokenOf(two.here, ownerToken, { ...wanted, scopes: [...wanted.scopes] })
  const ask = async () => (await two.there.call(agents.get, byId(agent._id), token)).status
  return { user, ownerToken, id, token, agentId: agent._id as string, ask }
}

/** Creates a display of a new person, with a page that has a widget. Its stream is open at the other instance. */
async function createDisplay(two: TwoInstances) {
  const { user, ownerToken } = await createPersonThere(two)
  const page = (await callOk(two.here, dashboard.create, { body: { name: 'Hall' } }, ownerToken)).page._id as string
  const install = byId(page, { meta: { id: 'todo' } })
  const { module } = await callOk(two.here, dashboard.install, install, ownerToken)
  const screen = createScreen(two.there)
  const id = await screen.pairWith(ownerToken, { entries: [{ pageId: page }] })
  const closed = (await openEvents(two.thereUrl, screen.credential(), '', screen.jar.headers())).ended
  /** Status of a read of the widget's storage, as the display gets it. */
  const readStorage = async () =>
    (await screen.as(moduleRequests.readStorage, { params: { widgetId: module._id } })).status
  return { user, ownerToken, id, page, widgetId: module._id as string, closed, readStorage }
}

/** An agent of a new user, connected to the other instance. */
async function connectMachine(two: TwoInstances) {
  const { user, ownerToken } = await createPersonThere(two)
  const { agent, token } = await callOk(two.here, agents.register, { body: {} }, ownerToken)
  const client = await connectAgent(two.thereUrl, token)
  const push = { ...byId(agent._id), body: { data: 1 } }
  return {
    user,
    ownerToken,
    id: agent._id as string,
    closed: client.closed,
    ask: async () => (await two.there.call(telemetry.push, push, token)).status,
  }
}

/** Each kind of right that can end or begin, with a use of it. */
export const rightRows: Record<string, RightRow> = {
  'an account is blocked': signOutRow(({ here, admin }, id) =>
    here.call(users.setStatus, byId(id, { isActive: false }), admin),
  ),
  'an account is deleted': signOutRow(({ here, admin }, id) => here.call(users.remove, byId(id), admin)),
  'all sessions of an account are ended': signOutRow(({ here, admin }, id) =>
    here.call(users.logoutAll, byId(id), admin),
  ),
  'a password is reset': signOutRow(({ here, admin }, id) =>
    here.call(users.resetPassword, byId(id, { password: 'gq7zv1' }), admin),
  ),
  'an administrator gives an account another e-mail': signOutRow(({ here, admin }, id) =>
    here.call(users.edit, byId(id, { email: `${id}@example.org` }), admin),
  ),
  'a second factor is reset': signOutRow(({ here, admin }, id) => here.call(factorAdmin.reset, byId(id), admin)),
  'an administrator becomes a user': roleRow('admin', 'user'),
  'a user becomes an administrator': roleRow('user', 'admin'),

  async 'a token is revoked by its owner'(two) {
    const { ownerToken, id, token, ask } = await createToken(two)
    const { ended: closed } = await openEvents(two.thereUrl, token)
    return { ask, change: () => two.here.call(tokens.revoke, byId(id), ownerToken), before: 200, after: 401, closed }
  },
  async 'a token is revoked by an administrator'(two) {
    const { id, token, ask } = await createToken(two)
    const { ended: closed } = await openEvents(two.thereUrl, token)
    return { ask, change: () => two.here.call(tokens.revokeAny, byId(id), two.admin), before: 200, after: 401, closed }
  },
  async 'an agent loses the tag that a token is for'(two) {
    const { ownerToken, agentId, ask } = await createToken(two, { tags: ['lab'] })
    return {
      ask,
      change: () => two.here.call(agents.edit, byId(agentId, { tags: [] }), ownerToken),
      before: 200,
      after: 404,
    }
  },
  async 'an agent gets the tag that a token is for'(two) {
    const { ownerToken, agentId, ask } = await createToken(two, { tags: ['attic'] })
    const change = () => two.here.call(agents.edit, byId(agentId, { tags: ['attic'] }), ownerToken)
    return { ask, change, before: 404, after: 200 }
  },
  async 'an agent of a token is removed'(two) {
    const { ownerToken, agentId, ask } = await createToken(two)
    return { ask, change: () => two.here.call(agents.remove, byId(agentId), ownerToken), before: 200, after: 404 }
  },

  async 'a display is removed'(two) {
    const { ownerToken, id, closed, readStorage } = await createDisplay(two)
    const change = () => two.here.call(displays.remove, byId(id), ownerToken)
    return { ask: readStorage, change, before: 200, after: 401, closed }
  },
  async 'a display is removed by an administrator'(two) {
    const { id, closed, readStorage } = await createDisplay(two)
    const change = () => two.here.call(displays.removeAny, byId(id), two.admin)
    return { ask: readStorage, change, before: 200, after: 401, closed }
  },
  async 'a display shows another page'(two) {
    const { ownerToken, id, closed, readStorage } = await createDisplay(two)
    const change = () => two.here.call(displays.edit, byId(id, { entries: [] }), ownerToken)
    return { ask: readStorage, change, before: 200, after: 404, closed }
  },
  async 'a page of a display is deleted'(two) {
    const { ownerToken, page, closed, readStorage } = await createDisplay(two)
    const change = () => two.here.call(dashboard.remove, byId(page), ownerToken)
    return { ask: readStorage, change, before: 200, after: 404, closed }
  },
  async 'a widget of a display is removed'(two) {
    const { ownerToken, page, widgetId, closed, readStorage } = await createDisplay(two)
    const change = () => two.here.call(dashboard.removeModule, { params: { id: page, moduleId: widgetId } }, ownerToken)
    return { ask: readStorage, change, before: 200, after: 404, closed }
  },
  async 'the account of a display is blocked'(two) {
    const { user, closed, readStorage } = await createDisplay(two)
    const change = () => two.here.call(users.setStatus, byId(user._id, { isActive: false }), two.admin)
    return { ask: readStorage, change, before: 200, after: 403, closed }
  },

  async 'an agent gets another token'(two) {
    const { ownerToken, id, ask, closed } = await connectMachine(two)
    return {
      ask,
      change: () => two.here.call(agents.renewToken, byId(id), ownerToken),
      before: 200,
      after: 401,
      closed,
    }
  },
  async 'an agent is removed'(two) {
    const { ownerToken, id, ask, closed } = await connectMachine(two)
    return { ask, change: () => two.here.call(agents.remove, byId(id), ownerToken), before: 200, after: 401, closed }
  },
  async 'the account of an agent is blocked'(two) {
    const { user, ask, closed } = await connectMachine(two)
    const change = () => two.here.call(users.setStatus, byId(user._id, { isActive: false }), two.admin)
    return { ask, change, before: 200, after: 403, closed }
  },
}
