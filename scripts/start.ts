// `npm start`: install and build what is missing, then become the server.
import { root } from './lib/workspaces.ts'
import { ensureBuilt, ensureInstalled, orExplain } from './product/prepare.ts'

await orExplain(async () => {
  await ensureInstalled(root)
  await ensureBuilt(root)
})
await import('../apps/server/src/main.ts')
