// `npm run module -- new|dev|test|pack NAME`: making a module in this checkout.
import path from 'node:path'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'

await runOrExplain(async () => {
  await ensureInstalled(root)
  // These need installed packages.
  const { runCli } = await import('atalaya-module/cli')
  const { buildWorkshopPage } = await import('./module/workshop-page.ts')
  const workshop = path.join(root, 'workshop')
  process.exitCode = await runCli(process.argv.slice(2), {
    program: 'npm run module --',
    workshop,
    place: 'checkout',
    folders: [workshop, path.join(root, 'examples')],
    workshopPage: () => buildWorkshopPage(path.join(root, 'node_modules/.cache/atalaya/workshop')),
  })
})
