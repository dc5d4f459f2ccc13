// `npm run release:modules`: builds the npm packages that authors of modules need, checks them, and packs them into
// `dist/modules`. It publishes nothing; a release job runs `npm publish FILE` on each, which asks for provenance.
import path from 'node:path'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'

await runOrExplain(async () => {
  await ensureInstalled(root)
  // These need installed packages.
  const { packPublished } = await import('./release/pack-published.ts')
  const { faultsOf } = await import('./release/faults.ts')
  const files = await packPublished(path.join(root, 'dist/modules'))
  const faults = (await Promise.all(files.map(faultsOf))).flat()
  if (faults.length > 0) throw new Error(faults.join('\n'))
  for (const file of files) console.log(path.relative(root, file))
})
