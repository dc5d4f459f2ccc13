import { agents } from '@atalaya/contract/agents'
import { alertChannels } from '@atalaya/contract/alert-channels'
import { alerts } from '@atalaya/contract/alert-incidents'
import { alertRules } from '@atalaya/contract/alert-rules'
import { auth, type SignedIn } from '@atalaya/contract/auth'
import { tokens as credentialCalls } from '@atalaya/contract/credentials'
import { dashboard } from '@atalaya/contract/dashboard'
import { displays } from '@atalaya/contract/displays'
import type { Route } from '@atalaya/contract/route'
import type { Scope } from '@atalaya/contract/scopes'
import { users } from '@atalaya/contract/users'
import { addIncident, mailChannel, offlineRule } from './alert-fixtures.ts'
import { createScreen } from './display-world.ts'
import { createTestApp } from './test-app.ts'
import { newTokenOf } from './token-world.ts'

/** Nobody; users A and B; an administrator; a deactivated user; an agent of A with its own token. */
export const callers = ['nobody', 'a', 'b', 'admin', 'deactivated', 'agent'] as const
export type CallerName = (typeof callers)[number]

/** Arguments of one call. */
export type CallInput = { params?: Record<string, string>; query?: string; body?: unknown }

export type World = Awaited<ReturnType<typeof createWorld>>

/** A running application with one of each kind of caller, and resources of A. */
export async function createWorld() {
  const app = await createTestApp()
  const address = await app.listen()
  const admin = await app.signUp('admin-of-all')
  const a = await app.signUp('user-a')
  const b = await app.signUp('user-b')
  const deactivated = await app.signUp('deactivated')
  /** Makes a call as this account. Returns the data of the answer. */
  const as = async ({ tokens }: SignedIn, route: Route, input: Omit<CallInput, 'query'> = {}) =>
    (await app.call(route, input, tokens.accessToken)).body.data
  await as(admin, users.setStatus, { params: { id: deactivated.user._id }, body: { isActive: false } })
  const { agent, token: agentToken } = await as(a, agents.register, { body: { name: 'of A' } })

  const tokens: Record<CallerName, string | null> = {
    nobody: null,
    a: a.tokens.accessToken,
    b: b.tokens.accessToken,
    admin: admin.tokens.accessToken,
    deactivated: deactivated.tokens.accessToken,
    agent: agentToken,
  }

  const credentials = new Map<string, Promise<{ token: string }>>()
  let sharedWidget: Promise<{ id: string; moduleId: string }> | undefined

  /** A widget on a new page of A's. */
  async function newWidget(kind = 'agent-status'): Promise<{ id: string; moduleId: string }> {
    const { page } = await as(a, dashboard.create, { body: { name: `Widget ${crypto.randomUUID()}` } })
    const body = { meta: { id: kind } }
    const { module } = await as(a, dashboard.install, { params: { id: page._id }, body })
    return { id: page._id, moduleId: module._id }
  }

  const newRule = async (): Promise<string> => (await as(a, alertRules.create, { body: offlineRule })).rule._id

  return {
    a,
    b,
    tokens,
    address,
    app: app.app,
    call: app.call,
    signUp: app.signUp,
    withDatabase: app.withDatabase,
    agentId: agent._id as string,
    close: app.close,

    /** A new agent of A's. */
    newAgent: async (): Promise<string> => (await as(a, agents.register)).agent._id,
    newRule,
    /** A new alert of A's. */
    newIncident: async (): Promise<string> =>
      addIncident(app, { ownerId: a.user._id, ruleId: await newRule(), agentId: agent._id }),
    /** A new channel of A's. Earlier ones are removed, because their number is bounded. */
    async newChannel(): Promise<string> {
      const { channels } = await as(a, alertChannels.list)
      for (const { _id: id } of channels) await as(a, alertChannels.remove, { params: { id } })
      return (await as(a, alertChannels.add, { body: mailChannel })).channel._id
    },
    /** A new silence of A's. */
    async newSilence(): Promise<string> {
      const body = { target: { kind: 'tag', tag: 'lab' }, forS: 3600 }
      return (await as(a, alerts.silence, { body })).silence._id
    },
    /** A new display of A's. Earlier ones are removed, because their number is bounded. */
    async newDisplay(): Promise<string> {
      for (const { _id: id } of (await as(a, displays.list)).displays) await as(a, displays.remove, { params: { id } })
      return createScreen(app).pairWith(a.tokens.accessToken)
    },
    /** A new token of A's for programs. Earlier ones are revoked, because their number is bounded. */
    async newCredential(): Promise<string> {
      const spares = (await as(a, credentialCalls.list)).tokens.filter(({ name }: { name: string }) => name === 'spare')
      for (const { _id: id } of spares) await as(a, credentialCalls.revoke, { params: { id } })
      return (await newTokenOf(app, a.tokens.accessToken, { name: 'spare', scopes: ['agents:read'] })).id
    },
    /** A token of `owner` with these scopes, made once. */
    async tokenOf(owner: 'a' | 'b' | 'admin', scopes: Scope[]): Promise<string> {
      const key = [owner, ...scopes].join()
      const credential = credentials.get(key) ?? newTokenOf(app, tokens[owner] ?? '', { scopes })
      credentials.set(key, credential)
      return (await credential).token
    },
    /** A new page of A's. */
    newPage: async (): Promise<{ _id: string; slug: string }> => {
      const { page } = await as(a, dashboard.create, { body: { name: `Page ${crypto.randomUUID()}` } })
      return page
    },
    /** A page of A's in the trash. */
    async newTrash(): Promise<string> {
      const { page } = await as(a, dashboard.create, { body: { name: `Trash ${crypto.randomUUID()}` } })
      await as(a, dashboard.remove, { params: { id: page._id } })
      return page._id
    },
    /** A widget of A that no call changes. All calls share it, because pages are limited. */
    sharedWidget(): Promise<{ id: string; moduleId: string }> {
      sharedWidget ??= newWidget('weather')
      return sharedWidget
    },

    newWidget,
    /** A further session of A's. */
    async newSession(): Promise<SignedIn & { id: string }> {
      const body = { username: a.user.username, password: 'correct horse battery' }
      const session = (await app.call(auth.login, { body })).body.data
      const { sessions } = await as(session, auth.sessions)
      return { ...session, id: sessions.find(({ current }: { current: boolean }) => current)._id }
    },
    newUser: async (): Promise<string> => (await app.signUp()).user._id,
    /** HTTP status that a caller gets. Does not wait for the body, which may be an endless stream. */
    statusOf: (caller: CallerName, method: string, path: string, input: CallInput): Promise<number> =>
      statusBy(tokens[caller], `${method} ${address}${path}`, input),
    /** HTTP status that a caller with this token gets. */
    statusBy: (token: string, method: string, path: string, input: CallInput): Promise<number> =>
      statusBy(token, `${method} ${address}${path}`, input),
  }
}

/** `call` is a method and a URL: `GET http://…/agents/:id`. A parameter without a value becomes `x`. */
async function statusBy(token: string | null, call: string, { params = {}, query = '', body }: CallInput) {
  const [method = '', address = ''] = call.split(' ')
  const aborter = new AbortController()
  const url = address.replace(/:([a-z]\w*)/gi, (_match, key: string) => encodeURIComponent(params[key] ?? 'x'))
  const { status } = await fetch(`${url}${query}`, {
    method,
    signal: aborter.signal,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  aborter.abort()
  return status
}
