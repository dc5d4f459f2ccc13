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

function draw(agent: Ready, height: number): HTMLElement {
  const host = {
    config: createSignal({ agentId: 'a' }),
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
