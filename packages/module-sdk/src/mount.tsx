import { createRoot } from 'react-dom/client'
import type { ModuleDefinition } from './define-module.ts'
import { connect } from './frame.ts'
import { HostContext } from './host.ts'

/** Runs a module in a frame: what the packer puts around a module's entry. */
export async function mount({ Widget }: ModuleDefinition): Promise<void> {
  const host = await connect()
  const place = document.body.appendChild(document.createElement('div'))
  // What React can't draw becomes an error of the window, and the page hears of it.
  createRoot(place, { onUncaughtError: (error) => reportError(error) }).render(
    <HostContext value={host}>
      <Widget />
    </HostContext>,
  )
}
