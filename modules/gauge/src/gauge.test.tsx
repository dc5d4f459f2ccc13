import type { AgentView } from '@atalaya/module-sdk'
import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import definition from './index.tsx'

type Ready = Extract<AgentView, { state: 'ready' }>

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

const NOW = new Date().toISOString()

function show(config: object, view: Partial<Ready> | Exclude<AgentView, Ready> = {}, height = 2) {
  const agent: Ready['agent'] = { agentId: 'a', name: 'nas', status: 'online', isOnline: true, lastSeen: NOW }
  const samples = [{ agentId: 'a', at: NOW, metrics: { 'cpu.percent': 99, 'load.1': 0.5 } }]
  const setConfig = vi.fn()
  const host = {
    config: createSignal({ agentId: 'a', ...config }),
    size: createSignal({ width: 1, height }),
    setConfig,
    formats: createSignal({}),
    suspended: createSignal(false),
    agent: () => createSignal({ state: 'ready', agent, samples, oldSince: null, ...view }),
  }
  const container = document.createElement('div')
  const root = createRoot(container)
  onTestFinished(() => act(() => root.unmount()))
  act(() =>
    root.render(
      <HostContext value={host as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  const sign = () => container.querySelector('[role="img"]')?.getAttribute('aria-label')
  return { container, sign, figure: () => container.querySelector('[data-figure]')?.textContent, setConfig }
}

test.each([1, 2])('a value beyond its bound has a sign for screen readers, in a tile of height %d', (height) => {
  const critical = show({ metric: 'cpu.percent' }, {}, height)
  expect([critical.figure(), critical.sign()]).toEqual(['99 %', 'Critical'])
  const warning = show({ metric: 'load.1', warning: 0.5 }, {}, height)
  expect([warning.figure(), warning.sign()]).toEqual(['0.5', 'Warning'])
  const fine = show({ metric: 'load.1' }, {}, height)
  expect([fine.figure(), fine.sign()]).toEqual(['0.5', undefined])
})

test('the number is chosen on the widget, among those that the agent sends', () => {
  const { container, setConfig } = show({ metric: 'cpu.percent' })
  const picker = container.querySelector('select') ?? expect.unreachable('there is a picker')
  expect([...picker.options].map(({ textContent }) => textContent)).toEqual(['CPU', 'Load, 1 min'])
  act(() => {
    picker.value = 'load.1'
    picker.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(setConfig).toHaveBeenCalledWith({ agentId: 'a', metric: 'load.1' })
})

test.each([1, 2])('an old number is dimmed and shows its age, in a tile of height %d', (height) => {
  const oldSince = new Date(Date.now() - 40.5 * 60_000).toISOString()
  const { container } = show({ metric: 'cpu.percent' }, { oldSince }, height)
  expect(container.querySelector('[data-old]')?.textContent).toContain('99 %')
  expect(container.textContent).toContain('40 min')
})

test.each([
  [{ agentId: '' }, {}, "Choose an agent in this module's settings."],
  [{}, { state: 'loading' as const }, 'Loading...'],
  [{}, { state: 'failed' as const }, 'The agent could not be read.'],
  [{}, { state: 'missing' as const }, 'This agent was deleted, or you may no longer see it.'],
  [{ metric: 'load.5' }, {}, 'This number was not measured yet.'],
])('the settings %j with the agent %j show: %s', (config, view, text) =>
  expect(show(config, view).container.textContent).toContain(text),
)

test('a gauge shown as a number has no arc, and its ends are written below', () => {
  const { container, figure } = show({ metric: 'load.1', show: 'Number', maximum: 4 })
  expect(figure()).toBe('0.5')
  expect(container.querySelector('svg[viewBox="0 0 120 62"]')).toBeNull()
  expect(container.textContent).toContain('0 – 4')
})

test('a number is the newest that was measured, and one that was not has no age', () => {
  const oldSince = new Date(Date.now() - 40.5 * 60_000).toISOString()
  const samples = [1, 2, 3].map((load) => ({ agentId: 'a', at: NOW, metrics: { 'load.1': load } }))
  const later = { agentId: 'a', at: NOW, metrics: { 'cpu.percent': 5 } }
  expect(show({ metric: 'load.1' }, { samples: [...samples, later] }).figure()).toBe('3')
  expect(show({ metric: 'load.5' }, { samples, oldSince }).container.textContent).not.toContain('40 min')
})

test('an agent that is away and sent no such number is shown as away', () => {
  const agent = { agentId: 'a', name: 'nas', status: 'offline', isOnline: false, lastSeen: NOW } as const
  const { container } = show({ metric: 'load.5' }, { agent })
  expect(container.textContent).toContain('No numbers while the agent is away.')
})
