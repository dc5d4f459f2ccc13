// `npm start`: install and build what is missing, then become the server.
import path from 'node:path'
import { root } from './lib/workspaces.ts'
import { become } from './product/become.ts'
import { ensureBuilt, ensureInstalled, orExplain } from './product/prepare.ts'

await orExplain(async () => {
  await ensureInstalled(root)
  await ensureBuilt(root)
})
await become(path.join(root, 'apps/server/dist/main.js'))
