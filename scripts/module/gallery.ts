import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, createServer, type InlineConfig, preview } from 'vite'
import { themeInPage } from '../../apps/web/index-page.plugin.ts'
import { root } from '../lib/workspaces.ts'

type Gallery = {
  url: string
  close: () => Promise<void>
}

const web = path.join(root, 'apps/web')
const PAGE = 'modules.html'

/** The page of all bundled modules, with the data of their fixtures and without Atalaya's API. */
const config = {
  root: web,
  configFile: false,
  plugins: [react(), tailwindcss(), themeInPage()],
  logLevel: 'warn',
} satisfies InlineConfig

const urlAt = (address: ReturnType<import('node:http').Server['address']> | undefined): string => {
  if (!address || typeof address === 'string') throw new Error('The gallery does not listen')
  return `http://127.0.0.1:${address.port}/${PAGE}`
}

/** Serves the gallery from its sources, for somebody who works on a module. Port 0 is a free one. */
export async function serveGallery(port: number): Promise<Gallery> {
  const server = await createServer({ ...config, server: { host: '127.0.0.1', port } })
  await server.listen()
  return { url: urlAt(server.httpServer?.address()), close: () => server.close() }
}

/**
 * Serves the gallery built, in a new folder, so that several tests can serve one at the same time. Loading its hundreds
 * of sources one by one would take three times as long.
 */
export async function serveBuiltGallery(): Promise<Gallery> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'atalaya-gallery-'))
  const rolldownOptions = { input: path.join(web, PAGE) }
  await build({
    ...config,
    build: { outDir, emptyOutDir: true, minify: false, reportCompressedSize: false, rolldownOptions },
  })
  const server = await preview({ ...config, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  const close = async () => {
    await server.close()
    await rm(outDir, { recursive: true })
  }
  return { url: urlAt(server.httpServer.address()), close }
}
