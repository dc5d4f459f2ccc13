import { createRoot } from 'react-dom/client'
import type { ModuleDefinition } from './define-module.ts'
import { connect } from './frame.ts'
import { type Host, HostContext } from './host.ts'

/**
 * Runs a module in a frame: what the packer puts around a module's entry. What can't be drawn becomes an error of the
 * window, and the page hears of it.
 */
export function mount({ Widget }: ModuleDefinition): Promise<void> {
  function draw(host: Host) {
    const place = document.body.appendChild(document.createElement('div'))
    createRoot(place, { onUncaughtError: (error) => reportError(error) }).render(
      <HostContext value={host}>
        <Widget />
      </HostContext>,
    )
  }
  return connect().then(draw).catch(reportError)
}
