// `npm run build`: the web client and the agent's one file, from scratch.
import { root } from './lib/workspaces.ts'
import { build } from './product/build.ts'
import { ensureInstalled, orExplain } from './product/prepare.ts'

await orExplain(async () => {
  await ensureInstalled(root)
  await build(root)
})
