// `npm run build`: the web client, the agent's one file and the server, from scratch.
import { root } from './lib/workspaces.ts'
import { build } from './product/build.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'

await runOrExplain(async () => {
  await ensureInstalled(root)
  await build(root)
})
