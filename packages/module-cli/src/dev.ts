import { readFileSync, watch } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { toMeta } from '@atalaya/module-package/catalogue-entry'
import { contentTypeOf } from '@atalaya/module-package/content-types'
import { frameHeaders, framePage } from '@atalaya/module-package/frame-policy'
import type { ModulePackageContent } from '@atalaya/module-package/module-package'
import { buildModule } from './build.ts'

/** Editors write a file in several steps. */
const SETTLE_MS = 100
const FILES = /^\/modules\/[^/]+\/[^/]+\/([^?]*)/

type Options = {
  port: number
  say: (line: string) => void
  /** The folder of the built page that shows the module. */
  page: string
}

/** What is shown: the module as it would be installed, under a version that rises with each build; or why it can't be. */
type Shown = { content: ModulePackageContent; version: string } | { fault: string }

/** Serves a page that shows a module in the product's own frame, anew whenever a file of it changes. */
export async function serveModule(home: string, { port, say, page }: Options) {
  let builds = 0
  let shown = await build()
  const listeners = new Set<ServerResponse>()

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

  async function rebuild() {
    shown = await build()
    for (const listener of listeners) listener.write('data: built\n\n')
  }

  /** Tells the page of each build, until it goes away. */
  function listen(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(':\n\n')
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
  }

  const server = createServer((request, response) => {
    const own = ownOrigin(request)
    if (own === null) return void response.writeHead(403).end()
    const [url = ''] = (request.url ?? '').split('?')
    if (url === '/workshop-events') return listen(response)
    const answer = answerTo(url, own, shown) ?? fileOf(page, url)
    if (!answer) return void response.writeHead(404).end()
    response.setHeader('content-type', answer.type)
    response.setHeader('access-control-allow-origin', '*')
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
    response.end(answer.body)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, '127.0.0.1', resolve)
  await promise

  let pending: NodeJS.Timeout | undefined
  const watcher = watch(home, { recursive: true }, (_event, file) => {
    if (file === null || /(^|[/\\])(\.|node_modules)|\.tgz$/.test(file)) return
    clearTimeout(pending)
    pending = setTimeout(() => rebuild().catch((error: Error) => say(error.message)), SETTLE_MS)
  })

  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server does not listen')
  return {
    url: `http://127.0.0.1:${address.port}/workshop.html`,
    async close() {
      clearTimeout(pending)
      watcher.close()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** The origin that the browser used; null for a name of another site that was made to lead here (DNS rebinding). */
function ownOrigin({ headers: { host = '' }, socket }: IncomingMessage): string | null {
  return [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`].includes(host) ? `http://${host}` : null
}

type Answer = { type: string; body: string | Buffer; headers?: Record<string, string> }

/** The module's metadata, and its files under the very policy that they have when installed. */
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

/** A file of the page itself. */
function fileOf(page: string, url: string): Answer | null {
  const file = path.join(page, url)
  if (!file.startsWith(page)) return null
  try {
    return { type: contentTypeOf(file), body: readFileSync(file) }
  } catch {
    return null
  }
}
