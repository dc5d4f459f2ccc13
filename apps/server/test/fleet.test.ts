import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agents } from '@atalaya/contract/agents'
import { type AgentProcess, startAgent } from '@atalaya/testbed/agent-process'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gatewaySettings } from '#server/gateway/settings.ts'
import { inStoppedTime, withoutAdvancingTime } from '#test/support/stopped-time.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const times = {
  presenceEveryMs: 5,
  commitMs: 5,
  graceMs: 100,
  reportS: 0.05,
  drainSpreadMs: 10,
  connectsPerMinute: 1000,
}

let it: TestApp
let address: string
let ada: string
let agent: { id: string; token: string }
let running: AgentProcess[]
beforeEach(async () => {
  running = []
  it = await createTestApp({ times })
  address = await it.listen()
  ada = (await it.signUp('ada')).tokens.accessToken
  const { body } = await it.call(agents.register, { body: { name: 'box' } }, ada)
  agent = { id: body.data.agent.agentId, token: body.data.token }
})
afterEach(async () => {
  for (const agentProcess of running) agentProcess.signal('SIGKILL')
  await Promise.all(running.map((agentProcess) => agentProcess.exited))
  await it.close()
})

function run(): AgentProcess {
  const started = startAgent(address, agent.token, it.folder)
  running.push(started)
  return started
}
const readAgent = async () => (await it.call(agents.get, { params: { id: agent.id } }, ada)).body.data.agent
const status = async () => (await readAgent()).status
async function listRecords(page = 1) {
  const query = { pageSize: '100', page: String(page) }
  return (await it.call(agents.records, { params: { id: agent.id }, query }, ada)).body.data
}
const countRecords = async () => (await listRecords()).pagination.total as number

describe('the reference agent as a real process', () => {
  test('goes online with real numbers of this machine, and offline when it is stopped', async () => {
    const agentProcess = run()
    await expect.poll(status).toBe('online')
    await expect.poll(countRecords).toBeGreaterThan(2)
    const [{ data, dataType }] = (await listRecords()).records
    expect(dataType).toBe('system')
    expect(data.data['memory.used']).toBeGreaterThan(1_000_000)
    expect(data.data['memory.used']).toBeLessThan(data.data['memory.total'])
    expect(data.data['cpu.percent']).toBeLessThanOrEqual(100)
    expect((await readAgent()).machine.version).toMatch(/^0\.0\.0\+[0-9a-f]{8}$/)
    agentProcess.signal('SIGTERM')
    expect(await agentProcess.exited).toBe(0)
    await expect.poll(status).toBe('offline')
  })

  test('is shown as offline within 45 s when it is killed, and as online when it is started again', async () => {
    expect(gatewaySettings.pingEveryMs + gatewaySettings.pongMs).toBeLessThan(45_000)
    expect(gatewaySettings.graceMs).toBeLessThan(45_000)
    const stream = await openEvents(address, ada)
    const agentProcess = run()
    const statuses = () => stream.ofType('agent.updated').map((event) => event.data.status)
    await expect.poll(statuses).toEqual(['online'])
    await inStoppedTime(async (advance) => {
      agentProcess.signal('SIGKILL')
      await expect.poll(statuses, withoutAdvancingTime).toEqual(['online', 'reconnecting'])
      await advance(times.graceMs)
      await expect.poll(status, withoutAdvancingTime).toBe('offline')
    })
    run()
    await expect.poll(status).toBe('online')
    await expect.poll(statuses).toEqual(['online', 'reconnecting', 'offline', 'online'])
    await stream.close()
  })

  test('stops when its token is renewed, and prints the reason', async () => {
    const agentProcess = run()
    await expect.poll(status).toBe('online')
    await it.call(agents.renewToken, { params: { id: agent.id } }, ada)
    // Exit code for a refused token (EX_CONFIG): the service unit does not restart the agent after it.
    expect(await agentProcess.exited).toBe(78)
    expect(agentProcess.output()).toContain('no longer accepts this token')
    expect(agentProcess.output()).not.toContain(agent.token)
  })

  test('keeps unsent data on disk, even when it is killed', async () => {
    const agentProcess = run()
    await expect.poll(countRecords).toBeGreaterThan(0)
    const port = Number(new URL(address).port)
    await it.app.close()
    const unsent = join(it.folder, agent.id, 'unsent.jsonl')
    const lines = () => (existsSync(unsent) ? readFileSync(unsent, 'utf8').trim().split('\n') : [])
    await expect.poll(() => lines().length).toBeGreaterThan(5)
    agentProcess.signal('SIGKILL')
    await agentProcess.exited
    const unsentTimes = lines().map((line) => JSON.parse(line).at as string)

    const secondServer = await createTestApp({ times, config: it.config })
    await secondServer.listen(port)
    run()
    const listRecordTimes = async () => {
      const { body } = await secondServer.call(
        agents.records,
        { params: { id: agent.id }, query: { pageSize: '100' } },
        ada,
      )
      return body.data.records.map((record: { createdAt: string }) => record.createdAt)
    }
    await expect.poll(listRecordTimes).toEqual(expect.arrayContaining(unsentTimes))
    const found = await listRecordTimes()
    expect(new Set(found).size).toBe(found.length)
    await secondServer.close()
  })
})

test('the agent is served as one file', async () => {
  const built = existsSync(new URL('../../../packages/agent/dist/agent.mjs', import.meta.url))
  const response = await fetch(`${address}/agent.mjs`)
  expect(response.status).toBe(built ? 200 : 404)
  if (built) expect(await response.text()).toMatch(/^#!\/usr\/bin\/env node\n/)
})
