import { loadEntry } from '#web/app/entry.ts'
import { markMissingCode } from '#web/lib/session/missing-code.ts'
import '#web/styles.css'

window.addEventListener('vite:preloadError', ({ payload }) => markMissingCode(payload))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Not awaited: what is imported waits for this module in turn.
void loadEntry(window.location.href).then(({ start }) => start(root, loadEntry))
