import { noteMissingCode } from '#web/lib/missing-code.ts'
import { readSession } from '#web/lib/session.ts'
import '#web/styles.css'

window.addEventListener('vite:preloadError', ({ payload }) => noteMissingCode(payload))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Who signs in waits for the form and for nothing else.
const { pathname, search } = window.location
const isForm = pathname === '/login' && search === '' && !readSession()
const entry = isForm ? import('#web/app/sign-in.tsx') : import('#web/app/program.tsx')
// Not awaited: what is imported waits for this module in turn.
void entry.then(({ start }) => start(root))
