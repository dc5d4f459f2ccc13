import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { tokens } from '@atalaya/contract/credentials'
import { apiOf } from '@atalaya/testbed/api'
import { someone } from '@atalaya/testbed/people'
import { startServer } from '@atalaya/testbed/server-process'
import { serveModule } from 'atalaya-module/dev'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { root } from '../lib/workspaces.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-real-'))
const server = startServer({ DATA_DIR: path.join(folder, 'data') })
let real: { address: string; token: string }
let access: string
beforeAll(async () => {
  const address = await server.ready
  const body = someone()
  await apiOf(address, null)(auth.register, { body })
  access = (await apiOf(address, null)(auth.login, { body })).tokens.accessToken
  const scopes = ['agents:read', 'pages:read', 'modules:read'] as const
  const { token } = await apiOf(address, access)(tokens.create, { body: { name: 'dev', scopes: [...scopes] } })
  real = { address, token }
}, 60_000)
afterAll(async () => {
  server.signal('SIGTERM')
  await server.exited
  rmSync(folder, { recursive: true })
})

async function dev(options = real) {
  const home = path.join(root, 'examples/world-clock')
  const { url, close } = await serveModule(home, { port: 0, print: () => undefined, page: folder, server: options })
  onTestFinished(close)
  return new URL(url).origin
}

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

test("the page of dev reads agents of the real server by the token, within the token's scopes", async () => {
  const { agent } = await apiOf(real.address, access)(agents.register, { body: { name: 'attic-pi' } })
  const origin = await dev()
  expect(await (await fetch(`${origin}/workshop-server.json`)).json()).toBe(real.address)
  const response = await fetch(`${origin}/api/v1/agents/${agent.agentId}`, { headers: SAME_ORIGIN })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(((await response.json()) as { data: unknown }).data).toMatchObject({ agent: { name: 'attic-pi' } })
  const body = JSON.stringify({ widgetId: agent.agentId, name: 'now', params: {} })
  const headers = { ...SAME_ORIGIN, 'content-type': 'application/json' }
  const refused = await fetch(`${origin}/api/v1/modules/data`, { method: 'POST', headers, body })
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('modules:use')
})

test.each([
  ['another site', 'GET', '/api/v1/agents', { 'sec-fetch-site': 'cross-site' }],
  ['a program that is no browser', 'GET', '/api/v1/agents', {}],
  ['a call of the page that no widget makes', 'GET', '/api/v1/users', SAME_ORIGIN],
  ['a list below an agent that no widget reads', 'GET', '/api/v1/agents/a/commands', SAME_ORIGIN],
  ['a path that leads elsewhere', 'GET', '/api/v1/agents/%2e%2e%2fusers', SAME_ORIGIN],
  ['a change of agents by the page', 'POST', '/api/v1/agents', SAME_ORIGIN],
])('the token is not used for %s', async (_who, method, call, headers) => {
  const origin = await dev()
  expect((await fetch(origin + call, { method, headers })).status).toBe(404)
})

test.each([
  ['an unknown token', () => ({ ...real, token: 'ap_nobody' }), 'does not know this token'],
  ['an unreachable server', () => ({ ...real, address: 'http://127.0.0.1:9' }), "can't be reached"],
  ['an invalid address', () => ({ ...real, address: 'home' }), 'is no web address'],
])('dev refuses to start with %s', async (_what, options, message) => {
  await expect(dev(options())).rejects.toThrow(message)
})
