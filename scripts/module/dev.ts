import { watch } from 'node:fs'
import path from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { toMeta } from '../../apps/server/src/modules/catalogue-entry.ts'
import { contentTypeOf } from '../../apps/server/src/modules/content-types.ts'
import { frameHeaders, framePage } from '../../apps/server/src/modules/frame-policy.ts'
import type { ModulePackageContent } from '../../apps/server/src/modules/intake/module-package.ts'
import { root } from '../lib/workspaces.ts'
import { buildModule } from './build.ts'

/** Editors write a file in several steps. */
const SETTLE_MS = 100
const FILES = /^\/modules\/[^/]+\/[^/]+\/([^?]*)/

type Options = { port: number; say: (line: string) => void }

/** What is shown: the module as it would be installed, under a version that rises with each build; or why it can't be. */
type Shown = { content: ModulePackageContent; version: string } | { fault: string }

/** Serves a page that shows a module in the product's own frame, anew whenever a file of it changes. */
export async function serveModule(home: string, { port, say }: Options) {
  let builds = 0
  let shown = await build()

  async function build(): Promise<Shown> {
    try {
      const content = await buildModule(home)
      builds += 1
      return { content, version: `${content.manifest.version.split('-')[0]}-dev.${builds}` }
    } catch (error) {
      say((error as Error).message)
      return { fault: (error as Error).message }
    }
  }

  const server = await createServer({
    root: path.join(root, 'apps/web'),
    configFile: path.join(root, 'apps/web/vite.config.ts'),
    logLevel: 'warn',
    plugins: [moduleFiles(() => shown)],
    // Ours comes first; there is no product behind this page.
    server: { host: '127.0.0.1', port, proxy: {} },
  })
  await server.listen()

  let pending: NodeJS.Timeout | undefined
  const watcher = watch(home, { recursive: true }, (_event, file) => {
    if (file === null || /(^|\/)(\.|node_modules)|\.tgz$/.test(file)) return
    clearTimeout(pending)
    pending = setTimeout(async () => {
      shown = await build()
      server.ws.send('atalaya:module')
    }, SETTLE_MS)
  })

  return {
    url: `${originOf(server)}/workshop.html`,
    async close() {
      clearTimeout(pending)
      watcher.close()
      await server.close()
    },
  }
}

function originOf({ httpServer }: ViteDevServer): string {
  const address = httpServer?.address()
  if (!address || typeof address === 'string') throw new Error('The server does not listen')
  return `http://127.0.0.1:${address.port}`
}

type Answer = { type: string; body: string | Buffer; headers?: Record<string, string> }

/** The module's metadata, and its files under the very policy that they have when installed. */
function moduleFiles(shown: () => Shown): Plugin {
  return {
    name: 'module-files',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const answer = answerTo(request.url ?? '', `http://${request.headers.host}`, shown())
        if (!answer) return next()
        response.setHeader('content-type', answer.type)
        response.setHeader('access-control-allow-origin', '*')
        for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
        response.end(answer.body)
      })
    },
  }
}

function answerTo(url: string, own: string, shown: Shown): Answer | null {
  if (url === '/workshop.json') {
    return { type: 'application/json', body: JSON.stringify('fault' in shown ? shown : metaOf(shown)) }
  }
  const [, file] = FILES.exec(url) ?? []
  if (file === undefined || 'fault' in shown) return null
  const { manifest, files } = shown.content
  const body = file === '' ? framePage(manifest) : files.get(file)
  if (body === undefined) return null
  const headers = frameHeaders(own, `${own}/modules/${manifest.id}/${shown.version}/`, [])
  return { type: file === '' ? 'text/html; charset=utf-8' : contentTypeOf(file), body, headers }
}

const metaOf = ({ content: { manifest, configSchema }, version }: Extract<Shown, { version: string }>) =>
  toMeta({ ...manifest, version }, configSchema, true)
