import { createRoot } from 'react-dom/client'
import type { ModuleDefinition } from './define-module.ts'
import { connect } from './frame.ts'
import { type Host, HostContext } from './host.ts'

/**
 * Runs a module in a frame: the packer's wrapper of a module's entry. An error in drawing becomes one of the window,
 * and the page gets it.
 */
export function mount({ Widget }: ModuleDefinition): Promise<void> {
  function draw(host: Host) {
    const container = document.body.appendChild(document.createElement('div'))
    createRoot(container, { onUncaughtError: (error) => reportError(error) }).render(
      <HostContext value={host}>
        <Widget />
      </HostContext>,
    )
  }
  return connect().then(draw).catch(reportError)
}
