import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ServerProcess, startServer } from '@atalaya/testbed/server-process'
import { inject, vi } from 'vitest'
import { dereferenced } from '#test/support/api-document.ts'
import { createDatabase } from '#test/support/database.ts'
import type { ApiDocument, Call } from './calls.ts'
import { addFirstAdmin, addResources, type CallOrThrow, type Resources } from './resources.ts'
import { type Answer, send } from './send.ts'

export type Measure = { heapMb: number; handles: number; delayMs: number; longestMs: number }
export type FuzzWorld = Awaited<ReturnType<typeof createFuzzWorld>>

const PROGRAM = fileURLToPath(new URL('../support/measured-server.ts', import.meta.url))
const TIMEOUT_MS = 20_000
const NOBODY_LISTENS = 'http://127.0.0.1:9'
const environment = {
  SERVE_CLIENT: 'false',
  LOG_LEVEL: 'error',
  // Each call comes from a network of its own, or the limits by network would keep most of them out.
  TRUST_PROXY: '127.0.0.1',
  SPOTIFY_ACCOUNTS_URL: NOBODY_LISTENS,
  SPOTIFY_API_URL: NOBODY_LISTENS,
  OPEN_METEO_URL: NOBODY_LISTENS,
  OPEN_METEO_GEOCODING_URL: NOBODY_LISTENS,
  MET_NORWAY_URL: NOBODY_LISTENS,
}

/** Makes the process measure itself. That also moves its clock past the life of an access token. */
async function measure(server: ServerProcess): Promise<Measure> {
  const measures = () => [...server.output().matchAll(/^measured (.*)$/gm)].map(([, json = '']) => json)
  const before = measures().length
  server.signal('SIGUSR2')
  await vi.waitUntil(() => measures().length > before, { timeout: TIMEOUT_MS, interval: 20 })
  return JSON.parse(measures().at(-1) ?? '')
}

/** A server in its own process, with resources for calls. */
export async function createFuzzWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-fuzz-'))
  const database = await createDatabase(inject('database'), inject('migrated'))
  const place = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database?.url ?? '' }
  const server = startServer({ ...environment, ...place }, { program: PROGRAM })
  const address = new URL(await server.ready)
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  let round = 0
  let sent = 0
  let resources: Resources = { tokens: {}, values: {} }

  const fill = (text: string) => text.replaceAll(/<<(\w+)>>/g, (_, name: string) => resources.values[name] ?? name)
  const network = () => ({ 'x-forwarded-for': `10.${(++sent >> 8) & 63}.${sent & 255}.1` })
  const bearer = (token: string | undefined) => token !== undefined && { authorization: `Bearer ${token}` }

  const callOrThrow: CallOrThrow = async (method, path, body, token, from = network()) => {
    const headers = { 'content-type': 'application/json', ...from, ...bearer(token) }
    const answer = await fetch(new URL(path, address), {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text).data
  }

  /** Creates new people with new resources, as calls have changed the old ones. */
  async function renewResources(): Promise<void> {
    await measure(server)
    resources = await addResources(callOrThrow, ++round, resources.tokens.a ?? '')
  }

  await addFirstAdmin(callOrThrow)
  await renewResources()

  return {
    address,
    renewResources,
    measure: () => measure(server),
    tokenOf: (caller: Call['caller']) => resources.tokens[caller] ?? '',
    document: async () =>
      dereferenced((await (await fetch(new URL('/api/openapi.json', address))).json()) as ApiDocument),
    isHealthy: async () => (await fetch(new URL('/healthz', address))).status === 200,

    /** Makes a call of the fuzz. */
    ask({ caller, path, body, headers, ...call }: Call): Promise<Answer> {
      const all = { ...network(), ...bearer(resources.tokens[caller]), ...headers }
      const filled = { path: fill(path), body: body === null ? null : fill(body), headers: all }
      return send(address, agent, { ...call, ...filled, caller })
    },
    /** Log lines of the server, which are errors only. */
    errors: () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{')),
    /** Files outside of the server's own folder, if something escaped from it. */
    filesOutside: () => readdirSync(folder).filter((name) => name !== 'data'),
    /** Closes all connections that are kept open for further calls. */
    hangUp: () => agent.destroy(),

    async close(): Promise<void> {
      agent.destroy()
      server.signal('SIGKILL')
      await server.exited
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
