import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import { type Host, HostContext } from '../host.ts'

let close = () => {}
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  act(() => close())
  vi.unstubAllGlobals()
})

/** Draws a widget in a host, until the test is over. What can't be drawn is thrown. */
export function draw(widget: ReactNode, host: Host | null): HTMLElement {
  const container = document.createElement('div')
  const root = createRoot(container)
  close = () => root.unmount()
  act(() => root.render(<HostContext value={host}>{widget}</HostContext>))
  return container
}
