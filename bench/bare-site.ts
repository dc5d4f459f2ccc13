import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = path.join(import.meta.dirname, 'bare-login')
const compress = promisify(brotliCompress)
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the bare sign-in page as the product is built, and serves it as the product is served: in brotli. */
export async function startBareSite() {
  const outDir = path.join(root, '../dist/bare-login')
  await build({
    root,
    logLevel: 'error',
    configFile: false,
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  })
  const server = createServer(async (request, response) => {
    const file = path.extname(request.url ?? '') ? (request.url ?? '') : 'index.html'
    try {
      const body = await compress(await readFile(path.join(outDir, path.normalize(`/${file}`))))
      const type = types[path.extname(file)] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) }
}
