import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }

/** Serves the web client at another origin than the server's, as any file server can. Empty until `build`. */
export async function createClientElsewhere() {
  const folder = await mkdtemp(path.join(tmpdir(), 'atalaya-client-'))
  const server = createServer(async (request, response) => {
    const target = path.join(folder, path.normalize(request.url?.split('?')[0] ?? '/'))
    // A path that is no file is a screen of the client.
    const file = path.extname(target) && existsSync(target) ? target : path.join(folder, 'index.html')
    response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream')
    response.end(await readFile(file))
  })
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** Origin of the client under a name of this machine. */
    origin: (host = '127.0.0.1') => `http://${host}:${port}`,
    /** Builds the client for a server as the documentation describes it. */
    async build(apiUrl: string): Promise<void> {
      const vite = path.join(root, 'node_modules/vite/bin/vite.js')
      const args = [vite, 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir']
      const env = { ...process.env, VITE_API_URL: apiUrl }
      const child = spawn(process.execPath, args, { cwd: path.join(root, 'apps/web'), env, stdio: 'inherit' })
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`Building the client ended with ${code}`)
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
