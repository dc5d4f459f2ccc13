import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Loads } from './loads.tsx'

const FROM = Date.parse('2026-03-01T12:00:00Z')
const samples = [10, 20, 30, 40, 50].map((cpu, n) => ({
  agentId: 'a',
  at: new Date(FROM + n * 10_000).toISOString(),
  dataType: 'system',
  metrics: { 'cpu.percent': cpu, 'memory.used': n, 'memory.total': 10 },
}))

let close: () => void
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  act(() => close())
  vi.unstubAllGlobals()
})

test('keys and taps show the load at a time, and otherwise the newest load is shown', async () => {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  close = () => {
    root.unmount()
    container.remove()
  }
  const host = { formats: createSignal({}) } as unknown as Host
  const show = (newest: typeof samples, age: string | null = null) =>
    act(async () =>
      root.render(
        <HostContext value={host}>
          <Loads samples={newest} age={age} />
        </HostContext>,
      ),
    )
  await show(samples)
  const slider = container.querySelector<HTMLElement>('[role="slider"]') ?? expect.unreachable('there is a slider')
  slider.getBoundingClientRect = () => ({ left: 100, width: 400 }) as DOMRect
  const valueText = () => slider.getAttribute('aria-valuetext') ?? ''
  const label = () => slider.querySelector('p[aria-hidden]')?.className
  const send = (event: Event) => act(async () => slider.dispatchEvent(event))
  const press = (key: string) => send(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

  expect(valueText()).toBe('Newest: CPU 50 %, memory 40 %')
  await press('ArrowLeft')
  expect(valueText()).toMatch(/:30.*: CPU 40 %, memory 30 %$/)
  // The time stands on the other side of the cursor.
  expect(label()).toContain('left-0')
  await press('Home')
  await press('ArrowLeft')
  expect(valueText()).toMatch(/: CPU 10 %, memory 0 %$/)
  expect(label()).toContain('right-0')
  await send(new PointerEvent('pointerdown', { bubbles: true, clientX: 302, pointerType: 'touch' }))
  await send(new PointerEvent('pointerout', { bubbles: true, clientX: 302, pointerType: 'touch' }))
  expect(valueText()).toMatch(/:20.*: CPU 30 %, memory 20 %$/)
  expect(container.textContent).toMatch(/:20.*CPU30 %Memory20 %$/)
  await press('ArrowUp')
  expect(valueText()).toMatch(/: CPU 40 %, memory 30 %$/)
  await press('ArrowDown')
  await press('ArrowRight')
  await press('End')
  await press('ArrowRight')
  expect(valueText()).toMatch(/:40.*: CPU 50 %, memory 40 %$/)
  await send(new FocusEvent('focusout', { bubbles: true }))
  expect(valueText()).toBe('Newest: CPU 50 %, memory 40 %')
  await press('Home')
  // The sample under the cursor is no longer among them, so the newest is shown again.
  await show(samples.slice(3), '40 min')
  expect(valueText()).toBe('Newest: CPU 50 %, memory 40 %')
  // The age is that of the newest sample only.
  expect(container.textContent).toContain('40 min')
  await press('ArrowLeft')
  expect(container.textContent).not.toContain('40 min')
})
