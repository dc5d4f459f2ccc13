import { watch } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buildModule } from './build.ts'
import { type Answer, answerTo, type DevModule } from './dev-files.ts'
import { checkServer, forward, isForServer, type RealServer } from './real-server.ts'

/** Wait after a change: editors write a file in several steps. */
const DEBOUNCE_MS = 100

type Options = {
  port: number
  print: (line: string) => void
  /** The folder of the built page that shows the module. */
  page: string
  /** Source of agents, settings, requests and storage; the fixture if absent. */
  server?: RealServer
}

/**
 * Serves a page that shows a module in the product's own frame. Builds the module again after each change of its files.
 */
export async function serveModule(home: string, { port, print, page, server: real }: Options) {
  if (real) await checkServer(real)
  let builds = 0
  let devModule = await build()
  const listeners = new Set<ServerResponse>()

  async function build(): Promise<DevModule> {
    try {
      const content = await buildModule(home)
      builds += 1
      return { content, version: `${content.manifest.version.split('-')[0]}-dev.${builds}` }
    } catch (error) {
      print((error as Error).message)
      return { fault: (error as Error).message }
    }
  }

  function inBackground(work: Promise<void>) {
    work.catch((error: Error) => print(error.message))
  }

  async function rebuild() {
    devModule = await build()
    for (const listener of listeners) listener.write('data: built\n\n')
  }

  /** Sends each build to the page until it disconnects. */
  function listen(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(':\n\n')
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
  }

  const server = createServer((request, response) => {
    const origin = loopbackOrigin(request)
    if (origin === null) return void response.writeHead(403).end()
    const [url = ''] = (request.url ?? '').split('?')
    if (url === '/workshop-events') return listen(response)
    if (real && isForServer(request)) return inBackground(forward(real, request, response))
    respond(answerTo(url, { origin, devModule, page, server: real?.address }), response)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, '127.0.0.1', resolve)
  await promise

  let pending: NodeJS.Timeout | undefined
  const watcher = watch(home, { recursive: true }, (_event, file) => {
    if (file === null || /(^|[/\\])(\.|node_modules)|\.tgz$/.test(file)) return
    clearTimeout(pending)
    pending = setTimeout(() => inBackground(rebuild()), DEBOUNCE_MS)
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

/** Origin that the browser used; null for another name that leads here (DNS rebinding). */
function loopbackOrigin({ headers: { host = '' }, socket }: IncomingMessage): string | null {
  return [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`].includes(host) ? `http://${host}` : null
}

function respond(answer: Answer | null, response: ServerResponse): void {
  if (!answer) return void response.writeHead(404).end()
  response.setHeader('content-type', answer.type)
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
  response.end(answer.body)
}
