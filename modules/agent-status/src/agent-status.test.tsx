import type { AgentView } from '@atalaya/module-sdk'
import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import definition from './index.tsx'

type Ready = Extract<AgentView, { state: 'ready' }>

const MINUTE_MS = 60_000
const longAgo = new Date(Date.now() - 40.5 * MINUTE_MS).toISOString()
const view = (status: Ready['agent']['status'], oldSince: string | null): Ready => ({
  state: 'ready',
  agent: { agentId: 'a', name: 'nas', status, isOnline: status === 'online', lastSeen: longAgo },
  samples: [{ agentId: 'a', at: longAgo, metrics: { 'cpu.percent': 5 } }],
  oldSince,
})

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

function draw(agent: Ready, height: number, config: object = {}): HTMLElement {
  const host = {
    config: createSignal({ agentId: 'a', ...config }),
    size: createSignal({ width: 2, height }),
    formats: createSignal({}),
    suspended: createSignal(false),
    agent: () => createSignal(agent),
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
  return container
}

test.each([1, 2])('old numbers are dimmed and show their age, in a tile of height %d', (height) => {
  const now = draw(view('online', null), height)
  expect(now.querySelector('[data-old], time')).toBeNull()
  const old = draw(view('offline', longAgo), height)
  expect(old.querySelector('[data-old]')?.textContent).toContain('5 %')
  expect(old.textContent).toContain('40 min')
  // The agent's absence is current, and not as old as its numbers.
  expect(old.querySelector('.text-destructive-text')?.closest('[data-old]')).toBeNull()
})

test.each([1, 2])('an agent in an unknown state is neither green nor red, in a tile of height %d', (height) => {
  const container = draw(view('unknown', longAgo), height)
  expect(container.textContent).toContain('unknown')
  expect(container.querySelector('.text-success-text, .text-destructive-text')).toBeNull()
  expect(container.querySelector('[data-sign="unknown"]')).not.toBeNull()
})

test.each([1, 2])('the newest load is shown, in a tile of height %d', (height) => {
  const samples = [10, 20, 30].map((cpu) => ({ agentId: 'a', at: longAgo, metrics: { 'cpu.percent': cpu } }))
  const text = draw({ ...view('online', null), samples }, height).textContent
  expect(text).toContain('30 %')
  expect(text).not.toContain('10 %')
})

test.each([
  ['online', 'Waiting for the first numbers…'],
  ['offline', 'No numbers while the agent is away.'],
] as const)('an agent without numbers that is %s shows: %s', (status, text) => {
  expect(draw({ ...view(status, null), samples: [] }, 2).textContent).toContain(text)
})

test('an agent has its title, else its name, else its id', () => {
  const agent = (name: string | null) => ({ ...view('online', null), agent: { ...view('online', null).agent, name } })
  expect(draw(agent('nas'), 2, { title: 'Attic' }).textContent).toMatch(/^Attic/)
  expect(draw(agent('nas'), 2).textContent).toMatch(/^nas/)
  expect(draw(agent(null), 2).textContent).toMatch(/^a/)
})

test('an agent without numbers shows no age of them in a tile one row high', () => {
  expect(draw({ ...view('offline', longAgo), samples: [] }, 1).textContent).not.toContain('40 min')
})
