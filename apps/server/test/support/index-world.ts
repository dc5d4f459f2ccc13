import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { moduleIndexes } from '@atalaya/contract/module-indexes'
import { modulePackages } from '@atalaya/contract/module-packages'
import { modules } from '@atalaya/contract/modules'
import { keyText } from '@atalaya/module-package/index-file'
import { loopback } from './loopback.ts'
import { type Fields, signedIndex } from './module-index.ts'
import { createTestApp, type Setup } from './test-app.ts'

/** A pair of keys: the private one, and the public one as text. */
export function newKey(): { key: KeyObject; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { key: privateKey, publicKey: keyText(publicKey) }
}

/**
 * A web server with files that change, each with an ETag. `requests` holds the requested paths; a conditional request
 * is `/path unless ETAG`. `before` runs before each answer.
 */
async function fileServer() {
  const files = new Map<string, Buffer>()
  const requests: string[] = []
  const state = { isAway: false, before: async () => {} }
  const server = createServer(async ({ url = '', headers }, response) => {
    const tag = headers['if-none-match']
    requests.push(tag ? `${url} unless ${tag}` : url)
    await state.before()
    const file = files.get(url)
    if (state.isAway) return response.writeHead(503, { 'retry-after': '120' }).end()
    if (!file) return response.writeHead(404).end()
    // These bytes are in the signature of an index, which every change changes.
    const etag = `"${Buffer.from(file).subarray(60, 75).toString('hex')}"`
    if (tag === etag) return response.writeHead(304).end()
    return response.writeHead(200, { etag }).end(file)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { files, requests, state, origin, close: () => void server.close().closeAllConnections() }
}

/** An application whose administrator follows indexes of modules that a web server on this machine serves. */
export async function createIndexWorld({ config, ...setup }: Setup = {}) {
  const permitted = { ALLOW_PRIVATE_HOSTS: loopback, ...config }
  const app = await createTestApp({ ...setup, config: permitted })
  const web = await fileServer()
  const admin = (await app.signUp()).tokens.accessToken
  const indexKey = newKey()
  const address = `${web.origin}/modules.index`
  const call: typeof app.call = (route, options, token = admin) => app.call(route, options, token)

  /** Publishes an index, signed by the index key unless another one is given. */
  const publish = (fields: Fields, { key } = indexKey) => void web.files.set('/modules.index', signedIndex(key, fields))
  const followIndex = (key = indexKey.publicKey) => call(moduleIndexes.add, { body: { address, key } })

  return {
    app,
    config: permitted,
    web,
    admin,
    indexKey,
    address,
    call,
    publish,
    followIndex,
    /** Publishes an index and follows it. Returns its id. */
    async follow(fields: Fields): Promise<string> {
      publish(fields)
      const { status, body } = await followIndex()
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.data.index._id
    },
    refresh: async (id: string) => (await call(moduleIndexes.look, { params: { id } })).body.data.index,
    list: async (query: Record<string, string> = {}) => (await call(moduleIndexes.modules, { query })).body.data,
    install: (id: string, moduleId: string, body: object) =>
      call(moduleIndexes.install, { params: { id, moduleId }, body }),
    packages: async () => (await call(modulePackages.list)).body.data.packages,
    catalogue: async () => (await call(modules.list)).body.data,
    async close() {
      await app.close()
      web.close()
    },
  }
}
export type IndexWorld = Awaited<ReturnType<typeof createIndexWorld>>
