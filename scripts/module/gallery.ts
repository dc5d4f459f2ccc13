import path from 'node:path'
import { createServer } from 'vite'
import { root } from '../lib/workspaces.ts'

/** Serves the page of all bundled modules, made of their fixtures: there is no product behind it. Port 0 is a free one. */
export async function serveGallery(port: number) {
  const server = await createServer({
    root: path.join(root, 'apps/web'),
    configFile: path.join(root, 'apps/web/vite.config.ts'),
    logLevel: 'warn',
    server: { host: '127.0.0.1', port, proxy: {} },
  })
  await server.listen()
  const address = server.httpServer?.address()
  if (!address || typeof address === 'string') throw new Error('The gallery does not listen')
  return { url: `http://127.0.0.1:${address.port}/modules.html`, close: () => server.close() }
}
