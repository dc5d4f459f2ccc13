// `npm run demo`: the product with sample people, pages and simulated agents, from a folder of its own.
import path from 'node:path'
import { root } from './lib/workspaces.ts'
import { ensureBuilt, ensureInstalled, runOrExplain } from './product/prepare.ts'

const PORT = 3100

await runOrExplain(async () => {
  await ensureInstalled(root)
  await ensureBuilt(root)
  const { serveDemo } = await import('./demo/serve.ts')
  const { PASSWORD } = await import('./demo/people.ts')
  console.log('Preparing the demo …')
  const demo = await serveDemo({ folder: path.join(root, 'data-demo'), port: Number(process.env.PORT ?? PORT) })
  console.log(`The demo is on ${demo.url}; everything in it is made up, and it asks nothing of the internet.`)
  console.log(`Sign in as marina@demo.example (an administrator) or ines@demo.example, password ${PASSWORD}`)
  console.log(`Open ${demo.url}/display in another window, and Marina can make that a display of hers at /displays.`)
  console.log('Ctrl+C ends it. The next start continues it; remove the folder data-demo to start over.')
  const stop = () => void runOrExplain(demo.close)
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
})
