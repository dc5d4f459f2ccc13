import { PASSWORD } from '@atalaya/testbed/people'
import type { Call } from './calls.ts'

/** Makes a call that succeeds. Returns its `data`. `from`: headers with the network of the caller. */
export type CallOrThrow = (
  method: string,
  path: string,
  body?: object,
  token?: string,
  from?: object,
) => Promise<CallAnswer>
// biome-ignore lint/suspicious/noExplicitAny: the contract checks the answers; here only ids are read
type CallAnswer = any
type Person = { username: string; user: { _id: string }; tokens: { accessToken: string; refreshToken: string } }

/** Tokens of every kind of caller, and values for `<<name>>` in calls. */
export type Resources = { tokens: Partial<Record<Call['caller'], string>>; values: Record<string, string> }

const pages = '/api/v1/dashboard/pages'
const firstAdmin = {
  username: 'first-admin',
  password: PASSWORD,
  email: 'first-admin@example.org',
  name: 'K',
  surname: 'K',
}

/** First account of a server, which the calls of the fuzz test do not use. */
// No header of a proxy: through a proxy the first account would need the setup code.
export const addFirstAdmin = (callOrThrow: CallOrThrow) =>
  callOrThrow('POST', '/auth/register', firstAdmin, undefined, {})

const signIn = (callOrThrow: CallOrThrow, username: string) =>
  callOrThrow('POST', '/auth/login', { username, password: PASSWORD })

async function signUp(callOrThrow: CallOrThrow, username: string): Promise<Person> {
  const profile = { email: `${username}@example.org`, name: 'Ada', surname: 'Lovelace' }
  await callOrThrow('POST', '/auth/register', { username, password: PASSWORD, ...profile })
  return { username, ...(await signIn(callOrThrow, username)) }
}

async function addPeople(callOrThrow: CallOrThrow, round: number) {
  const add = (name: string) => signUp(callOrThrow, `${name}-${round}`)
  const [a, b, c] = await Promise.all([add('a'), add('b'), add('c')])
  const [admin, deactivated] = await Promise.all([add('admin'), add('gone')])
  const { accessToken } = (await signIn(callOrThrow, firstAdmin.username)).tokens
  await callOrThrow('PATCH', `/api/v1/users/${admin.user._id}/role`, { role: 'admin' }, accessToken)
  await callOrThrow('PATCH', `/api/v1/users/${deactivated.user._id}/status`, { isActive: false }, accessToken)
  return { a, b, c, admin, deactivated }
}

/** Adds pages of A with widgets, and one in the trash. */
async function addBoards(callOrThrow: CallOrThrow, token: string) {
  const post = (path: string, body: object) => callOrThrow('POST', path, body, token)
  const { page } = await post(pages, { name: 'Hall' })
  const { page: otherPage } = await post(pages, { name: 'Attic' })
  const { page: trash } = await post(pages, { name: 'Trash' })
  await callOrThrow('DELETE', `${pages}/${trash._id}`, undefined, token)
  const widget = await post(`${pages}/${page._id}/modules`, { meta: { id: 'agent-status' } })
  const weather = await post(`${pages}/${page._id}/modules`, { meta: { id: 'weather' } })
  return {
    page: page._id,
    slug: page.slug,
    otherPage: otherPage._id,
    trash: trash._id,
    widget: widget.module._id,
    weatherWidget: weather.module._id,
  }
}

/** Adds an agent of A and one of B, a command for the first, and its session by HTTP requests. */
async function addAgents(callOrThrow: CallOrThrow, token: string, strangersToken: string) {
  const agentOfA = await callOrThrow('POST', '/api/v1/agents', { name: 'of A' }, token)
  const foreign = await callOrThrow('POST', '/api/v1/agents', {}, strangersToken)
  const order = { command: 'ping', agentId: agentOfA.agent._id }
  const { commands, batchId } = await callOrThrow('POST', '/api/v1/agents/command', order, token)
  const hello = { v: 1, t: 'hello', d: { version: '1', runId: 'run' } }
  const { session } = await callOrThrow('POST', '/api/agent/v1/sync', { waitS: 0, frames: [hello] }, agentOfA.token)
  return {
    tokens: { agent: agentOfA.token, foreignAgent: foreign.token },
    named: {
      agent: agentOfA.agent._id,
      foreignAgent: foreign.agent._id,
      command: commands[0].commandId,
      batch: batchId ?? 'none',
      syncSession: session,
    },
  }
}

/** Creates new people with new resources. `expired` is an expired token. */
export async function addResources(callOrThrow: CallOrThrow, round: number, expired: string): Promise<Resources> {
  const { a, b, c, admin, deactivated } = await addPeople(callOrThrow, round)
  const token = a.tokens.accessToken
  const boards = await addBoards(callOrThrow, token)
  const agents = await addAgents(callOrThrow, token, b.tokens.accessToken)
  await signIn(callOrThrow, a.username)
  const { sessions } = await callOrThrow('GET', '/auth/sessions', undefined, token)
  return {
    tokens: {
      a: token,
      b: b.tokens.accessToken,
      admin: admin.tokens.accessToken,
      deactivated: deactivated.tokens.accessToken,
      expired,
      ...agents.tokens,
    },
    values: {
      a: a.user._id,
      b: b.user._id,
      c: c.user._id,
      nameOfA: a.username,
      nameOfB: `${b.username}@example.org`,
      password: PASSWORD,
      session: sessions.find(({ current }: { current: boolean }) => !current)._id,
      refreshToken: a.tokens.refreshToken,
      foreignRefreshToken: b.tokens.refreshToken,
      code: (await callOrThrow('POST', '/auth/qr/generate')).code,
      ...boards,
      ...agents.named,
    },
  }
}
