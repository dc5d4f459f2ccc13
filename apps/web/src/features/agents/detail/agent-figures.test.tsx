import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { telemetry } from '@atalaya/contract/telemetry'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { applyAgentEvent } from '#web/features/agents/agents-live.ts'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const NOON = '2026-03-01T12:00:00.000Z'
const numbers = { cpu: 11.4, memory: 45.8, disk: 93, temperature: null }
const onePage = { total: 0, current: 1, pages: 1, pageSize: 10 }

beforeEach(() => {
  startSession()
  answerCall(agents.records, () => ({ records: [], pagination: onePage }))
  answerCall(commands.listOfAgent, () => ({ commands: [], pagination: onePage }))
  const tier = 'raw' as const
  answerCall(telemetry.range, () => ({ from: 0, stepMs: 15_000, tier, counts: [], series: [], metrics: [] }))
})

async function openPage(overrides: Parameters<typeof anAgent>[0]) {
  answerCall(agents.get, () => ({ agent: anAgent({ agentId: 'a', ...overrides }) }))
  const app = renderApp({ path: '/agents/a' })
  await screen.findByRole('heading', { name: 'nas' })
  return app
}

const figures = () => {
  const list = within(screen.getByLabelText('Newest numbers'))
  const values = list.getAllByRole('definition').map((value) => value.textContent)
  return list.getAllByRole('term').map((name, index) => `${name.textContent} ${values[index]}`)
}

test('the main numbers are above the charts, and live events change them at once', async () => {
  const { client } = await openPage({ numbers })
  expect(figures()).toEqual(['CPU 11 %', 'Memory 46 %', 'Disk 93 %'])
  expect(within(screen.getByLabelText('Newest numbers')).getByRole('img', { name: 'critical' })).toBeVisible()
  const metrics = { 'cpu.percent': 64, 'disk.used': 1, 'disk.total': 4, 'temperature.celsius': 51 }
  const data = { samples: [{ agentId: 'a', at: NOON, metrics }], records: [] }
  act(() => applyAgentEvent(client, { type: 'agent.data', data }))
  await waitFor(() => expect(figures()).toEqual(['CPU 64 %', 'Memory 46 %', 'Disk 25 %', 'Temperature 51 °C']))
})

test('each number of an offline agent shows its age', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime('2026-03-03T13:00:00.000Z')
  await openPage({ numbers, status: 'offline', isOnline: false, lastSeen: NOON })
  expect(figures()).toEqual(['CPU 11 %2 days ago', 'Memory 46 %2 days ago', 'Disk 93 %2 days ago'])
})

test('an agent that has sent no numbers has no figures', async () => {
  await openPage({})
  expect(screen.queryByLabelText('Newest numbers')).toBeNull()
})
