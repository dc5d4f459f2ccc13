import { readdir, readFile } from 'node:fs/promises'
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

/**
 * Baseline of the web measurements: a sign-in page that does nothing else, built and compressed as the product is.
 * Served from memory.
 */
export async function startBareSite() {
  const outDir = path.join(root, '../dist/bare-login')
  await build({
    root,
    logLevel: 'error',
    configFile: false,
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  })
  const files = new Map<string, Buffer>()
  for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const file = path.join(entry.parentPath, entry.name)
      files.set(`/${path.relative(outDir, file)}`, await compress(await readFile(file)))
    }
  const server = createServer((request, response) => {
    const file = path.extname(request.url ?? '') ? (request.url ?? '') : '/index.html'
    const body = files.get(file)
    const type = types[path.extname(file)] ?? 'application/octet-stream'
    if (body) response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) }
}
