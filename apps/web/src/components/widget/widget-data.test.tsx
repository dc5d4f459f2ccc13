import { agents } from '@atalaya/contract/agents'
import { type AlertIncident, alerts } from '@atalaya/contract/alert-incidents'
import type { InstalledModule, WidgetConfig } from '@atalaya/contract/dashboard'
import type { LiveEvent } from '@atalaya/contract/events'
import { moduleSources } from '@atalaya/contract/module-sources'
import type { InstalledMeta } from '@atalaya/contract/modules'
import type { SourceState } from '@atalaya/contract/source-state'
import { telemetry } from '@atalaya/contract/telemetry'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { applyToWidgets } from '#web/components/widget/agent-events.ts'
import { applyToSources } from '#web/components/widget/source-events.ts'
import { Widget } from '#web/components/widget/widget.tsx'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { applyToAlerts } from '#web/features/alerts/alerts-live.ts'
import { queryClient } from '#web/lib/calls/query-client.ts'
import { recordAnswer } from '#web/lib/live/connectivity.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

beforeEach(() => startSession())

/** Longer than usual: chunks of modules are really loaded. */
const timeoutOptions = { timeout: 10_000 }

function show(id: string, config: WidgetConfig, { w, h } = { w: 2, h: 1 }) {
  const meta = { id, name: id, entry: 'src/index.tsx', size: { width: w, height: h } } satisfies InstalledMeta
  const module: InstalledModule = { _id: `of-${id}`, meta, config, position: { x: 0, y: 0, w, h } }
  const app = renderElement(<Widget module={module} />)
  const receive = (apply: typeof applyToSources, event: LiveEvent) => act(() => apply(app.client, event))
  return { ...app, receive }
}

const now = { sky: 'rain', isDay: true, temperature: 12.4, feelsLike: null, humidity: null, wind: 8 }
const data = { place: null, now, today: null, days: [], credit: { text: 'Open-Meteo', url: 'https://open-meteo.com/' } }
const fresh = (): SourceState => ({
  source: 's1',
  data,
  asOf: new Date().toISOString(),
  staleAfterMs: 60_000,
  error: null,
})

test('the weather is shown, follows live events, and shows its age once its source fails', async () => {
  answerCall(moduleSources.read, () => ({ state: fresh() }))
  const { receive } = show('weather', { place: 'Vigo (42.24, -8.72)' })
  expect(await screen.findByText('12°', {}, timeoutOptions)).toBeVisible()
  expect(screen.getByText('Vigo')).toBeVisible()
  expect(screen.queryByText(/as of/)).toBeNull()
  receive(applyToSources, {
    type: 'source.updated',
    data: { ...fresh(), data: { ...data, now: { ...now, temperature: 9 } } },
  })
  expect(await screen.findByText('9°')).toBeVisible()
  receive(applyToSources, { type: 'source.updated', data: { ...fresh(), error: 'Open-Meteo has a problem (503)' } })
  const { parentElement: age } = await screen.findByText(/^as of/)
  expect(age).toHaveTextContent('Open-Meteo has a problem (503)')
  expect(screen.getByText('12°')).toBeVisible()
})

test('a source that never worked shows the reason', async () => {
  const error = 'Set this module up first. Place: Required'
  answerCall(moduleSources.read, () => ({ state: { ...fresh(), data: null, asOf: null, error } }))
  show('weather', {})
  expect(await screen.findByText(error, {}, timeoutOptions)).toBeVisible()
})

test('the last numbers of a long offline agent are shown with their age', async () => {
  const lastSeen = new Date(Date.now() - 40.5 * 60_000).toISOString()
  answerCall(agents.get, () => ({ agent: anAgent({ agentId: 'nas', status: 'offline', isOnline: false, lastSeen }) }))
  answerCall(telemetry.range, ({ query }) => {
    const isThen = query.to === lastSeen
    const series = isThen ? [{ metric: 'cpu.percent', min: [5], avg: [5], max: [5] }] : []
    const from = Date.parse(String(query.to))
    return { from, stepMs: 10_000, tier: 'raw' as const, counts: isThen ? [1] : [0], series, metrics: [] }
  })
  show('agent-status', { agentId: 'nas' })
  expect(await screen.findByText('5 %', {}, timeoutOptions)).toBeVisible()
  expect(screen.getByText('40 min')).toBeVisible()
})

test('an agent is unknown while the server is away, and online again when it is back', async () => {
  answerCall(agents.get, () => ({ agent: anAgent({ agentId: 'nas', isOnline: true, status: 'online' }) }))
  const series = [{ metric: 'cpu.percent', min: [5], avg: [5], max: [5] }]
  const range = { stepMs: 10_000, tier: 'raw' as const, counts: [1], series, metrics: [] }
  answerCall(telemetry.range, () => ({ ...range, from: Date.now() }))
  queryClient.setQueryData(['pages'], [], { updatedAt: Date.now() - 2.5 * 60_000 })
  show('agent-status', { agentId: 'nas' }, { w: 2, h: 2 })
  expect(await screen.findByText('online', {}, timeoutOptions)).toBeVisible()
  act(() => recordAnswer(false))
  expect(screen.getByText('unknown')).toBeVisible()
  expect(screen.getByText('2 min')).toBeVisible()
  act(() => recordAnswer(true))
  expect(screen.getByText('online')).toBeVisible()
  expect(screen.queryByText('2 min')).toBeNull()
  queryClient.clear()
})

test('the fleet is counted, also by tag, and updated live', async () => {
  const pi = anAgent({ agentId: 'pi', tags: ['home'], isOnline: false })
  answerCall(agents.list, ({ query }) => {
    expect(query?.owner).toBe('me')
    const all = [anAgent({ agentId: 'nas', tags: ['home'] }), pi]
    return { agents: all, pagination: { total: 2, current: 1, pages: 1, pageSize: 100 } }
  })
  const { receive } = show('fleet-overview', {}, { w: 4, h: 1 })
  expect(await screen.findByText('agents online', {}, timeoutOptions)).toBeVisible()
  const home = () => screen.getByRole('listitem')
  expect(home()).toHaveTextContent('home1 / 2 online')
  receive(applyToWidgets, { type: 'agent.updated', data: { ...pi, isOnline: true } })
  expect(home()).toHaveTextContent('home2 / 2 online')
  receive(applyToWidgets, { type: 'agent.updated', data: anAgent({ agentId: 'of-somebody-else', tags: ['home'] }) })
  expect(home()).toHaveTextContent('home2 / 2 online')
  receive(applyToWidgets, { type: 'agent.deleted', data: { agentId: 'nas' } })
  expect(home()).toHaveTextContent('home1 / 1 online')
})

test('firing alerts are shown worst first, and updated live', async () => {
  const openedAt = new Date().toISOString()
  const incident: AlertIncident = {
    _id: 'i',
    ruleId: 'r',
    ruleName: 'Offline',
    reach: 'own',
    severity: 'critical',
    text: 'It is offline',
    agent: { _id: 'a', name: 'attic' },
    firing: 30,
    agents: 30,
    behind: 29,
    openedAt,
    endedAt: null,
    endedBecause: null,
    acknowledged: null,
    isSilenced: false,
  }
  let firing: AlertIncident[] = []
  let [watching, judged] = [0, 0]
  answerCall(alerts.list, ({ query }) => {
    expect(query).toMatchObject({ state: 'firing' })
    return { incidents: firing, pagination: { total: firing.length, current: 1, pages: 1, pageSize: 50 } }
  })
  answerCall(alerts.counts, () => ({
    firing: firing.length,
    unacknowledged: firing.length,
    worst: null,
    rules: 1,
    watching,
    judged,
  }))
  const { receive } = show('alerts', {}, { w: 2, h: 2 })
  expect(await screen.findByText('No rule for alerts is switched on yet.', {}, timeoutOptions)).toBeVisible()
  watching = 1
  receive(applyToAlerts, { type: 'alerts.changed', data: {} })
  expect(await screen.findByText('Nothing has been judged yet.')).toBeVisible()
  judged = 1
  receive(applyToAlerts, { type: 'alerts.changed', data: {} })
  expect(await screen.findByText('All is well')).toBeVisible()
  firing = [incident]
  receive(applyToAlerts, { type: 'alert.updated', data: incident })
  expect(await screen.findByRole('listitem')).toHaveTextContent(/attic.? and 29 behind it.*It is offline/)
})

test('a number of an agent is drawn over its range, and another can be chosen', async () => {
  const requests: string[] = []
  answerCall(agents.get, () => ({ agent: anAgent({ agentId: 'nas' }) }))
  answerCall(telemetry.range, ({ query }) => {
    requests.push(...(query.metrics ?? []))
    const series = [{ metric: 'cpu.percent', min: [10, 20], avg: [12, 21.5], max: [14, 30] }]
    const metrics = ['cpu.percent', 'pump.flow']
    return { from: Date.now() - 20_000, stepMs: 10_000, tier: 'raw' as const, counts: [1, 1], series, metrics }
  })
  show('agent-chart', { agentId: 'nas', metric: 'cpu.percent', range: '1 hour' }, { w: 2, h: 2 })
  expect(await screen.findByText('21.5 %', {}, timeoutOptions)).toBeVisible()
  expect(screen.getByText('nas')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Number' })).toHaveValue('cpu.percent')
  expect(screen.getByRole('option', { name: 'pump.flow' })).toBeInTheDocument()
  expect(requests).toContain('cpu.percent')
})
