import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agents } from '@atalaya/contract/agents'
import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { integrations } from '@atalaya/contract/integrations'
import { moduleSources } from '@atalaya/contract/module-sources'
import { modules } from '@atalaya/contract/modules'
import { pageArchive } from '@atalaya/contract/page-archive'
import type { Route } from '@atalaya/contract/route'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { openEvents } from '@atalaya/testbed/event-stream'
import { startFakeSpotify } from '@atalaya/testbed/fake-spotify'
import { PASSWORD, someone } from '@atalaya/testbed/people'
import { startServer } from '@atalaya/testbed/server-process'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '#test/support/database.ts'
import { startFakeMatrix } from '../../../../modules/conversations/server/testing/fake-matrix.ts'
import * as prosody from '../../../../modules/conversations/server/testing/prosody.ts'
import { startStandInMpd } from '../../../../packages/now-playing/src/testing/stand-in-mpd.ts'

const ROOM = '!bob:farm.test'
const MPD_PASSWORD = 'canary of the jukebox'
/** Tokens of the stand-in for Spotify, and the password and tokens of the stand-in for Matrix. */
const CANARIES = [
  'access-[0-9a-f]{8}',
  'refresh-[0-9a-f]{8}',
  'lantern',
  'token-of-ada',
  'login-\\d',
  MPD_PASSWORD,
  PASSWORD,
]

/** Stand-ins for the other services, each with something to show. */
async function startServices() {
  const xmpp = await prosody.startProsody(['ada'])
  const [spotify, matrix, mpd] = [
    await startFakeSpotify(),
    await startFakeMatrix(),
    await startStandInMpd(MPD_PASSWORD),
  ]
  onTestFinished(async () => {
    await Promise.all([spotify.stop(), matrix.stop(), mpd.stop(), xmpp.stop()])
  })
  spotify.play()
  mpd.set({ state: 'play', song: { file: 'a.flac', tags: { Title: 'Signal' }, durationS: 60 } })
  matrix.state(ROOM, 'm.room.member', '@bob:farm.test', { displayname: 'Bob' })
  matrix.say(ROOM, '@bob:farm.test', { msgtype: 'm.text', body: 'hola' })
  return { spotify, matrix, mpd, xmpp }
}
type Services = Awaited<ReturnType<typeof startServices>>

/** Starts a separate server at log level trace, and collects all its answers. */
async function start({ spotify }: Services) {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-canary-'))
  const database = await createDatabase(inject('database'))
  const settings = { SERVE_CLIENT: 'false', LOG_LEVEL: 'trace', ALLOW_PRIVATE_HOSTS: '127.0.0.1', ...spotify.settings }
  const server = startServer({ DATA_DIR: folder, DATABASE_URL: database?.url ?? '', ...settings })
  onTestFinished(async () => {
    server.signal('SIGKILL')
    await server.exited
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const address = await server.ready
  const answers: string[] = []
  let token = ''

  async function ask(route: Route, { params = {}, query = {}, body }: Record<string, object> = {}) {
    const path = route.path.replace(/:(\w+)/g, (_all, key: string) => encodeURIComponent((params as never)[key]))
    const response = await fetch(`${address}${path}?${new URLSearchParams({ ...query })}`, {
      method: route.method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect([path, response.ok, response.ok || text]).toEqual([path, true, true])
    const head = JSON.stringify([...response.headers])
    return { text: head + text, data: JSON.parse(text || '{}').data as ReturnType<typeof JSON.parse> }
  }
  return {
    address,
    server,
    answers,
    ask,
    /** Sends a call and keeps its answer for the search. */
    async call(...args: Parameters<typeof ask>) {
      const { text, data } = await ask(...args)
      answers.push(text)
      return data
    },
    setToken: (newToken: string) => {
      token = newToken
    },
    /** Everything that a thief of the disk can read. */
    async readStored(): Promise<string> {
      server.signal('SIGTERM')
      await server.exited
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
      return texts.join() + (database ? await dump(database.url) : '')
    },
  }
}
type Server = Awaited<ReturnType<typeof start>>

async function dump(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select query_to_xml(format('table %I', tablename), true, false, '') as all_rows from pg_tables where schemaname = 'public'",
  )
  await client.end()
  return JSON.stringify(rows)
}

/** Valid and invalid secrets of every kind. Invalid ones test the error paths. */
function configs({ matrix, mpd, xmpp }: Services): { id: string; config: object }[] {
  const player = { provider: 'mpd', host: '127.0.0.1', port: mpd.port }
  const homeserver = matrix.url
  const chat = { service: 'xmpp', user: 'ada@farm.test', homeserver: xmpp.address }
  return [
    { id: 'now-playing', config: { provider: 'spotify' } },
    { id: 'now-playing', config: { ...player, password: MPD_PASSWORD } },
    { id: 'now-playing-compact', config: { ...player, password: `no ${MPD_PASSWORD}` } },
    { id: 'conversations', config: { homeserver, user: 'ada', password: 'lantern' } },
    { id: 'conversations', config: { homeserver, user: 'ada', password: 'lantern no more' } },
    { id: 'conversations', config: { homeserver, token: 'token-of-ada' } },
    { id: 'conversations', config: { homeserver: 'http://127.0.0.1:9', token: 'token-of-ada' } },
    { id: 'conversations', config: { ...chat, password: prosody.PASSWORD } },
    { id: 'conversations', config: { ...chat, password: `${prosody.PASSWORD} no more` } },
  ]
}

async function connectSpotify({ ask, call, address: origin }: Server, { spotify }: Services): Promise<void> {
  const { authorizeUrl } = (await ask(integrations.startSpotify, { body: { origin } })).data
  const body = Object.fromEntries((await spotify.agree(authorizeUrl)).searchParams)
  expect(await call(integrations.exchangeSpotify, { body })).toBeDefined()
  await call(integrations.list, { query: { origin } })
}

/** Everything that a user does with a page that holds secrets. */
async function walkPage({ call }: Server, wanted: { id: string; config: object }[]): Promise<unknown[]> {
  const { page } = await call(dashboard.create, { body: { name: 'Hall' } })
  const params = { id: page._id }
  const states: unknown[] = []
  for (const { id, config } of wanted) {
    const { module } = await call(dashboard.install, { params, body: { meta: { id }, config } })
    const read = async () => (await call(moduleSources.read, { params: { widgetId: module._id } })).state
    let state = await read()
    while (state.data === null && state.error === null) state = await read()
    states.push(state.data ?? state.error)
    await call(dashboard.editModule, { params: { ...params, moduleId: module._id }, body: { config: module.config } })
  }
  for (const route of [dashboard.list, dashboard.active, modules.list, pageArchive.trash]) await call(route)
  const { file } = await call(pageArchive.export, { params })
  await call(pageArchive.import, { body: file })
  await call(dashboard.remove, { params })
  await call(pageArchive.trash)
  await call(pageArchive.restore, { params })
  await call(dashboard.get, { params })
  return states
}

/** Returns the agent token. Only the answer that creates the token may contain it. */
async function walkAgents({ ask, call, address }: Server): Promise<string> {
  const { agent, token } = (await ask(agents.register, { body: { name: 'Greenhouse' } })).data
  const client = await connectAgent(address, token)
  client.send({ t: 'data', d: { items: [{ id: 'r1', dataType: 'load', data: { load: 1 }, at: Date.now() }] } } as never)
  await call(agents.list)
  await call(agents.get, { params: { id: agent._id } })
  await call(agents.latest)
  client.end()
  await client.closed
  return token
}

test('no secret is in an answer, a live event, the log, an export, or the database', {
  timeout: 120_000,
}, async () => {
  const services = await startServices()
  const server = await start(services)
  const person = someone({ username: 'ada' })
  await server.call(auth.register, { body: person })
  const { tokens } = (await server.ask(auth.login, { body: { username: 'ada', password: PASSWORD } })).data
  server.setToken(tokens.accessToken)
  const events = await openEvents(server.address, tokens.accessToken)
  onTestFinished(() => events.close())

  await connectSpotify(server, services)
  const agentToken = await walkAgents(server)
  const states: unknown[] = []
  const wanted = configs(services)
  while (wanted.length > 0) states.push(...(await walkPage(server, wanted.splice(0, 2))))
  for (const route of [audit.list, auth.me, auth.sessions]) await server.call(route)
  services.matrix.say(ROOM, '@bob:farm.test', { msgtype: 'm.text', body: 'a las ocho' })
  await expect.poll(() => JSON.stringify(events.events), { timeout: 20_000 }).toContain('a las ocho')

  // Each secret was used, the good ones with success.
  expect(JSON.stringify(states)).toMatch(
    /Lanterns.*Signal.*MPD does not take this.*hola.*does not take this name.*hola/,
  )
  expect(JSON.stringify(states.slice(-2))).toMatch(/ada@farm.test.*XMPP server does not take/)
  expect(services.matrix.control.logins).not.toEqual([])
  const stored = await server.readStored()
  const places = {
    answers: server.answers.join(),
    events: JSON.stringify(events.events),
    log: server.server.output(),
    stored,
  }
  const anySecret = new RegExp([...CANARIES, agentToken, tokens.accessToken, tokens.refreshToken].join('|'))
  for (const [place, text] of Object.entries(places)) {
    expect(text, place).toMatch(/now-playing|Greenhouse|source\.updated|\/auth\/login/)
    expect([place, anySecret.exec(text)?.[0]]).toEqual([place, undefined])
  }
})
