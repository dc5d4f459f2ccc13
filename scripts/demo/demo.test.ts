import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { dashboard } from '@atalaya/contract/dashboard'
import { displays } from '@atalaya/contract/displays'
import { integrations } from '@atalaya/contract/integrations'
import { modules } from '@atalaya/contract/modules'
import { telemetry } from '@atalaya/contract/telemetry'
import { users } from '@atalaya/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '../../apps/server/src/config.ts'
import { startOutside } from './outside.ts'
import { people } from './people.ts'
import { serveDemo } from './serve.ts'
import { type Visitor, visitorAt } from './visitor.ts'

const folder = path.join(mkdtempSync(path.join(tmpdir(), 'atalaya-demo-')), 'data')
const DAY_MS = 24 * 60 * 60_000
const paging = { page: 1, pageSize: 100 }

let demo: Awaited<ReturnType<typeof serveDemo>>
let call: Visitor
async function start() {
  demo = await serveDemo({ folder, port: 0, historyDays: 2 })
  call = await visitorAt(demo.url, 'marina')
}
// Takes long: it hashes some forty passwords.
beforeAll(start, 180_000)
afterAll(async () => {
  await demo.close()
  rmSync(path.dirname(folder), { recursive: true, force: true })
})

const fleet = async () => (await call(agents.list, { query: paging })).agents
async function agentNamed(name: string) {
  const agentOfName = (await fleet()).find((agent) => agent.name === name)
  if (!agentOfName) throw new Error(`There is no ${name}`)
  return agentOfName
}

/** One number of an agent over the last two days; null if it was off. */
async function history(name: string, metric: string) {
  const [from, to] = [new Date(Date.now() - 1.9 * DAY_MS), new Date()].map((at) => at.toISOString()) as [string, string]
  const { agentId: id } = await agentNamed(name)
  const query = { from, to, points: 200, metrics: [metric] } as never
  const { series } = await call(telemetry.range, { params: { id }, query })
  return series.find((curve) => curve.metric === metric)?.avg ?? []
}

test('the demo has people with their roles, one of them deactivated', async () => {
  const { users: all } = await call(users.list, {})
  expect(all).toHaveLength(people.length)
  expect(
    all
      .filter(({ role }) => role === 'admin')
      .map(({ username }) => username)
      .sort(),
  ).toEqual(['bruno', 'marina'])
  expect(all.filter(({ isActive }) => !isActive).map(({ username }) => username)).toEqual(['carla'])
  const daysAgo = all.map(({ lastLogin }) => (Date.now() - Date.parse(lastLogin ?? '')) / DAY_MS)
  expect(Math.min(...daysAgo)).toBeLessThan(1)
  expect(Math.max(...daysAgo)).toBeGreaterThan(8)
})

test('the demo has 25 agents over the real protocol, two of them offline', async () => {
  const all = await fleet()
  expect(all).toHaveLength(25)
  expect(
    all
      .filter(({ isOnline }) => !isOnline)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['laser-cutter', 'stage-lights'])
  expect((await agentNamed('backup')).status).toBe('degraded')
  expect((await agentNamed('attic-pi')).machine).toMatchObject({ hostname: 'attic-pi', version: 'simulated' })
})

test('the demo has a history with nights in which the studio was off', async () => {
  const cpu = await history('studio', 'cpu.percent')
  const measured = cpu.filter((value) => value !== null)
  expect(measured.length).toBeGreaterThan(50)
  expect(measured.length).toBeLessThan(cpu.length)
  expect(Math.max(...measured)).toBeGreaterThan(Math.min(...measured) + 10)
  const disk = await history('db-1', 'disk.used')
  expect(disk.filter((value) => value !== null).length).toBeGreaterThan(disk.length * 0.8)
})

test('the demo has commands with results, and its agents run new commands', async () => {
  const { agentId } = await agentNamed('garage-nas')
  const { commands: before } = await call(commands.listOfAgent, { params: { id: agentId }, query: paging })
  expect(before.map(({ command, status }) => `${command} ${status}`)).toContain('service.restart succeeded')
  const { agentId: backupId } = await agentNamed('backup')
  const { commands: failed } = await call(commands.listOfAgent, { params: { id: backupId }, query: paging })
  expect(failed).toContainEqual(expect.objectContaining({ status: 'failed', exitCode: 1 }))

  const sent = await call(commands.send, { query: {}, body: { command: 'restart', agentId } })
  const id = sent.commands[0]?.commandId ?? ''
  await expect
    .poll(async () => (await call(commands.get, { params: { id }, query: {} })).command.status, { timeout: 20_000 })
    .toBe('succeeded')
})

test('every bundled module is on a page, and Spotify is connected', async () => {
  const { pages } = await call(dashboard.list, {})
  const shown = new Set(pages.flatMap((page) => page.modules.map(({ meta }) => meta.id)))
  const { modules: catalogue } = await call(modules.list, {})
  expect([...shown].sort()).toEqual(catalogue.map(({ id }) => id).sort())
  const connected = await call(integrations.list, { query: { origin: demo.url } })
  expect(connected.integrations).toEqual([expect.objectContaining({ status: 'connected' })])
})

const marinasDisplays = async () => (await call(displays.list, {})).displays

test('the demo has three paired displays of different shapes, and the one in the club is offline', async () => {
  const all = await marinasDisplays()
  expect(all.map(({ name }) => name)).toEqual(['Club TV', 'Hallway', 'Kitchen'])
  expect(all.map(({ isOnline }) => isOnline)).toEqual([false, true, true])
  for (const { entries, report } of all) expect(entries.map(({ pageId }) => pageId)).toContain(report?.pageId)
  const [club, hallway, kitchen] = all
  expect(club).toMatchObject({ tags: ['club', 'games'], report: { width: 1920, height: 1080 } })
  expect(Date.now() - Date.parse(club?.seenAt ?? '')).toBeGreaterThan(DAY_MS / 2)
  expect(hallway?.settings.turned).toBe(90)
  expect(kitchen?.entries.filter(({ hours }) => hours)).toHaveLength(2)
})

test('the demo sends no request to the internet: every service has an address on this machine', async () => {
  const outside = await startOutside()
  const parsed = Object.entries(settings.parse(outside.settings))
  const addresses = parsed.filter(([name, value]) => name.endsWith('_URL') && value !== undefined)
  expect(addresses.map(([name]) => name)).toContain('OPEN_METEO_URL')
  for (const [name, value] of addresses) expect([name, new URL(String(value)).hostname]).toEqual([name, '127.0.0.1'])
  await outside.stop()
})

test('the demo continues after a restart', async () => {
  await demo.close()
  await start()
  expect((await fleet()).filter(({ isOnline }) => isOnline)).toHaveLength(23)
  expect((await marinasDisplays()).filter(({ isOnline }) => isOnline)).toHaveLength(2)
  const { pages } = await call(dashboard.list, {})
  expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(['Kitchen wall', 'Machines', 'Games night']))
})
