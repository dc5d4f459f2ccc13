// `npm run modules:gallery`: every bundled module in every state and size, on a page of its own.

import { root } from './lib/workspaces.ts'
import { serveGallery } from './module/gallery.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'

await runOrExplain(async () => {
  await ensureInstalled(root)
  const { url } = await serveGallery(Number(process.env.PORT ?? 5181))
  console.log(`All modules are on ${url} (?module=ID for one, ?theme=dark by night; Ctrl+C ends it)`)
})
