import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import definition from './index.tsx'

const agents = Array.from({ length: 7 }, (_, n) => ({ agentId: String(n), isOnline: true, tags: ['home'] }))

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

function draw(awaySince: string | null, fleet = agents): HTMLElement {
  const host = {
    fleet: createSignal({ state: 'ready', total: fleet.length, agents: fleet }),
    size: createSignal({ width: 4, height: 1 }),
    formats: createSignal({}),
    suspended: createSignal(false),
    awaySince: createSignal(awaySince),
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

test('the number of online agents is shown only while it is known', () => {
  expect(draw(null).textContent).toBe('7 / 7agents online●home7 / 7 online')
  const container = draw(new Date(Date.now() - 40.5 * 60_000).toISOString())
  expect(container.textContent).toBe('7agents, unknown for 40 minhome7 agents')
  expect(container.querySelector('.text-success-text, .stroke-success')).toBeNull()
  expect(container.querySelector('[data-old]')).not.toBeNull()
})

test('a tag is red only for the share of its agents that is offline', () => {
  const almost = Array.from({ length: 300 }, (_, n) => ({ agentId: String(n), isOnline: n > 0, tags: ['racks'] }))
  expect(draw(null, almost).querySelector('li')?.style.backgroundImage).toContain('var(--success-soft) 99%')
  const fleet = Array.from({ length: 38 }, (_, n) => ({ agentId: String(n), isOnline: n > 0, tags: ['rack-5'] }))
  const tag = draw(null, fleet).querySelector('li') ?? expect.unreachable('there is a tag')
  expect(tag.textContent).toBe('○rack-537 / 38 online')
  expect(tag.style.backgroundImage).toContain('var(--success-soft) 97%, var(--destructive-soft) 97%')
})
