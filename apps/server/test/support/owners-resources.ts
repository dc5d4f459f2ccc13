import { agentSync } from '@atalaya/contract/agent-sync'
import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { commands } from '@atalaya/contract/commands'
import { dashboard } from '@atalaya/contract/dashboard'
import { telemetry } from '@atalaya/contract/telemetry'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { sql } from 'kysely'
import { createRepos } from '#server/compose/repos.ts'
import { guesses } from '#server/limits/limits.ts'
import { makeAlerts } from './alert-fixtures.ts'
import { createScreen } from './display-world.ts'
import { type Owner, type OwnersWorld, owners } from './owners-world.ts'
import { newTokenOf } from './token-world.ts'
import { upload } from './uploads.ts'

/** Two agents of each owner, registered alternately: a1, b1, admin1, a2… Returns their tokens by name. */
export async function registerAgents({ callOrThrow, name }: OwnersWorld): Promise<Map<string, string>> {
  const tokens = new Map<string, string>()
  for (const n of [1, 2]) {
    for (const owner of owners) {
      const body = { name: `Hall ${owner}${n}`, tags: ['hall', `tag-${owner}`] }
      const { agent, token } = await callOrThrow(owner, agents.register, { body })
      name(agent._id, `${owner}${n}`)
      tokens.set(`${owner}${n}`, token)
    }
  }
  return tokens
}

/** Connects an agent by an HTTP request. */
export async function connect(
  { app }: Pick<OwnersWorld, 'app'>,
  agent: string,
  token: string | undefined,
): Promise<void> {
  const d = {
    version: `of-${agent}`,
    os: `os-${agent}`,
    runId: agent,
    capabilities: [{ name: `of-${agent}` }],
    journal: { known: [] },
  }
  const frames = [{ v: 1, t: 'hello', d }]
  await app.call(agentSync.exchange, { body: { frames, waitS: 0 } }, token)
}

/** Sends a command to all agents that `by` may command, or to those with a tag, and names its batch. */
async function send({ callOrThrow, name, nameOf }: OwnersWorld, by: Owner, where: { tag?: string }): Promise<void> {
  const batch = await callOrThrow(by, commands.send, { body: { command: 'restart', ...where } })
  const label = `${by}: ${where.tag ?? 'all'}`
  name(batch.batchId, label)
  for (const { commandId, agentId } of batch.commands) name(commandId, `${label} > ${nameOf(agentId)}`)
}

async function makePages({ callOrThrow, name, app }: OwnersWorld): Promise<void> {
  for (const page of ['Hall', 'Den', 'Old']) {
    for (const owner of owners) {
      const { _id: id } = (await callOrThrow(owner, dashboard.create, { body: { name: page, active: page !== 'Old' } }))
        .page
      name(id, `${page} of ${owner}`)
      const form = { service: 'matrix', homeserver: 'https://127.0.0.1:1', user: '@x:example.org', token: 'secret' }
      const body = { meta: { id: 'conversations' }, config: form }
      const { module } = await callOrThrow(owner, dashboard.install, { params: { id }, body })
      name(module._id, `widget in ${page} of ${owner}`)
      if (page === 'Old') await callOrThrow(owner, dashboard.remove, { params: { id } })
    }
  }
  // Makes the secrets look as if another key had sealed them.
  const seal = sql<string>`replace(config, '"v1.', '"v1.00000000')`
  await app.withDatabase((db) => db.updateTable('widgets').set({ config: seal }).execute())
}

async function makeTokens({ app, signedIn, name }: OwnersWorld): Promise<void> {
  for (const owner of owners) {
    const { id } = await newTokenOf(app, signedIn[owner].tokens.accessToken, { scopes: ['agents:read'] })
    name(id, `token of ${owner}`)
  }
}

async function pairDisplays({ app, signedIn, name }: OwnersWorld): Promise<void> {
  for (const owner of owners) {
    const id = await createScreen(app).pairWith(signedIn[owner].tokens.accessToken, { name: `Screen of ${owner}` })
    name(id, `screen of ${owner}`)
  }
}

async function connectAccounts({ app, name, idOf }: OwnersWorld): Promise<void> {
  await app.withDatabase(async (db) => {
    for (const owner of owners) {
      const id = name(crypto.randomUUID(), `Spotify of ${owner}`)
      const rest = { account: owner, status: 'connected', connectedAt: 0, sealed: '', accessEndsAt: 0 } as const
      await createRepos(db).integrations.put({ id, userId: idOf(owner), service: 'spotify', ...rest })
      const account = { issuer: 'https://id.example.org/', subject: owner, label: owner, givesAdmin: false }
      const identity = { id: name(crypto.randomUUID(), `${owner} at a provider`), userId: idOf(owner), ...account }
      await createRepos(db).identities.insert({ ...identity, linkedAt: 0, lastUsedAt: null })
    }
  })
}

/**
 * Resets agents to `pending`, because the lists need agents that never connected. The restart stores the status that
 * the posted telemetry gave them, so that nothing stores it later.
 */
async function forgetPosts({ app }: OwnersWorld): Promise<void> {
  await app.restart()
  await app.withDatabase((db) => db.updateTable('agents').set({ status: 'pending' }).execute())
}

/** Creates resources of every kind for the owners alternately: every table mixes owners. Returns agent tokens. */
export async function createResources(world: OwnersWorld): Promise<Map<string, string>> {
  const { app, callOrThrow, idOf, signedIn } = world
  const tokens = await registerAgents(world)
  for (const [agent, token] of tokens) {
    const params = { id: idOf(agent) }
    await app.call(telemetry.push, { params, body: { metrics: { [`of-${agent}`]: 1 } } }, token)
    await app.call(telemetry.push, { params, body: { data: agent } }, token)
  }
  await forgetPosts(world)
  for (const agent of ['a1', 'b1']) await connect(world, agent, tokens.get(agent))
  await send(world, 'admin', {})
  for (const owner of owners) await send(world, owner, { tag: `tag-${owner}` })
  for (const agent of ['a2', 'b2']) {
    await callOrThrow('admin', commands.cancel, { params: { id: idOf(`admin: all > ${agent}`) } })
  }
  await makePages(world)
  await makeAlerts(world)
  await makeTokens(world)
  await pairDisplays(world)
  await connectAccounts(world)
  await upload(app, signedIn.admin.tokens.accessToken, clockArchive())
  // Uses up the free guesses of user-b.
  const wrong = { username: 'user-b', password: 'wrong' }
  for (let n = 0; n < guesses.free; n++) await app.call(auth.login, { body: wrong })
  return tokens
}
