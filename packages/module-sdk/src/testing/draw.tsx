import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import { type Host, HostContext } from '../host.ts'

/** A test may draw several widgets. One that stays would set its clock when the window is gone. */
const roots: Root[] = []
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount()
  })
  vi.unstubAllGlobals()
})

/** Draws a widget in a host, until the test is over. What can't be drawn is thrown. */
export function draw(widget: ReactNode, host: Host | null): HTMLElement {
  const container = document.createElement('div')
  const root = createRoot(container)
  roots.push(root)
  act(() => root.render(<HostContext value={host}>{widget}</HostContext>))
  return container
}
