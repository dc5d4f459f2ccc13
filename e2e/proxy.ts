import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Files with a hash of their content in the name. */
const HASHED = /([\w.]+-[\w-]{8})\.(js|css|woff2)/g
/** The part of a file's name that only the new version has. */
const NEW = /\.new(?=\.(js|css|woff2)$)/
/** The fingerprint of a version, as the build writes it into the service worker. */
const FINGERPRINT = /(["'`])[\w-]{12}\1/
const TEXT = /html|javascript|css/

type Version = 'old' | 'new'

/** Replaces names of the web client's files, as another build would have them. */
function renameFiles(text: string, path: string): string {
  const renamed = text.replace(HASHED, '$1.new.$2')
  return path === '/display-worker.js' ? renamed.replace(FINGERPRINT, '$1another-one$1') : renamed
}

/**
 * A proxy in front of the product. It can go offline, and serve another version of the web client. Then the
 * old version's files answer 404, as after an upgrade.
 */
export async function startProxy(target: string) {
  const sockets = new Set<Socket>()
  let version: Version = 'old'
  let streams = 0

  async function answer(incoming: IncomingMessage, response: ServerResponse) {
    const { url = '/', method, headers } = incoming
    const [path = '/'] = url.split('?')
    const isAsset = path.startsWith('/assets/')
    // Each file is of one version: the version is read with the request, because it may change before the answer.
    const isNew = version === 'new'
    if (isAsset && NEW.test(path) !== isNew) return void response.writeHead(404).end()
    const { hostname, port } = new URL(target)
    const options = { hostname, port, method, path: url.replace(NEW, ''), headers: { ...headers } }
    // Bodies are rewritten here, so the product must send them whole (no 304) and without compression.
    for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete options.headers[name]
    const upstream = request(options, async (received) => {
      const type = received.headers['content-type'] ?? ''
      const isRewritten = isNew && TEXT.test(type)
      if (type.startsWith('text/event-stream')) {
        streams += 1
        received.on('close', () => {
          streams -= 1
        })
      }
      if (!isRewritten) {
        response.writeHead(received.statusCode ?? 502, received.headers)
        return void received.pipe(response)
      }
      const parts = await received.toArray().catch(() => null)
      // The browser disconnected before the answer was complete.
      if (!parts) return void response.destroy()
      const text = renameFiles(Buffer.concat(parts).toString(), path)
      const { 'content-length': _, etag = '', ...others } = received.headers
      response.writeHead(received.statusCode ?? 502, { ...others, etag: etag.replace(/"$/, '-new"') }).end(text)
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  }

  const server = createServer((incoming, response) => void answer(incoming, response))
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  async function goOffline() {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    /** Number of open event streams. */
    streams: () => streams,
    goOffline,
    goOnline: () => listen(port),
    serveVersion(next: Version) {
      version = next
    },
    close: async () => {
      if (server.listening) await goOffline()
    },
  }
}
