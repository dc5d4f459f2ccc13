// `npm start`: install and build what is missing, then become the server.
import path from 'node:path'
import { root } from './lib/workspaces.ts'
import { become } from './product/become.ts'
import { ensureBuilt, ensureInstalled, runOrExplain } from './product/prepare.ts'

await runOrExplain(async () => {
  await ensureInstalled(root)
  await ensureBuilt(root)
})
await become(path.join(root, 'apps/server/dist/main.js'))
