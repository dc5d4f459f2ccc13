// `npm run admin`, `npm run backup`, `npm run restore`: while a server runs, or without one.
import { root } from './lib/workspaces.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'

await runOrExplain(() => ensureInstalled(root))
await import('../apps/server/src/maintain.ts')
