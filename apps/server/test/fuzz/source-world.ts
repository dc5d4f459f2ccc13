import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { moduleSuggestions } from '@atalaya/contract/module-suggestions'
import { sourceState } from '@atalaya/contract/source-state'
import { SourceError } from '@atalaya/module-sdk/server'
import { createFaults } from '#server/containment/faults.ts'
import { type Outbound, type OutboundAnswer, OutboundError } from '#server/net/outbound.ts'
import { createPictures } from '#server/widget-data/pictures.ts'
import { createSourceNet } from '#server/widget-data/source-net.ts'
import { createTurns } from '#server/widget-data/turns.ts'
import { type AnySource, createUpstream, type ToolsFor } from '#server/widget-data/upstream.ts'

const TIMEOUT_MS = 15_000
const settings = {
  OPEN_METEO_URL: 'http://weather.test',
  OPEN_METEO_GEOCODING_URL: 'http://places.test',
  MET_NORWAY_URL: 'http://norway.test',
  SPOTIFY_API_URL: 'http://spotify.test',
}
const unused = () => Promise.reject(new Error('not used here'))
const unavailable = { request: unused, connect: unused, resolve: unused, services: async () => [] }

/** Network of a source, with its answers. */
export type World = Partial<Pick<Outbound, 'request' | 'connect' | 'resolve' | 'services'>>

/** Creates a world in which every HTTP request gets this answer. */
export const answerAllWith = (body: Buffer, more: Partial<OutboundAnswer> = {}): World => ({
  request: async (_url, { maxBytes }) => {
    if (body.length > maxBytes) throw new OutboundError(new Error('the answer is too long'))
    return {
      status: 200,
      type: 'application/json',
      headers: { 'retry-after': body.toString('latin1', 0, 20) },
      body,
      ...more,
    }
  },
})

/** Tools of a source in such a world. */
function toolsIn(world: World): ToolsFor {
  const outbound = { ...unavailable, ...world }
  const pictures = createPictures()
  const turns = createTurns()
  return (signal, abort) => ({
    signal,
    ownerKey: '',
    net: createSourceNet({
      outbound,
      signal,
      turns,
      queueKey: { group: '', member: '' },
      abort,
      warn: () => undefined,
    }),
    access: async () => ({ state: 'open', token: 'token' }),
    keepPicture: pictures.keep,
    framed: (address) => address,
    settings,
    warn: () => undefined,
  })
}

/** Runs a source as the server does, until its first data or error. Returns its fault, or null. */
export async function askSource(source: object, config: object, world: World): Promise<string | null> {
  const changed = Promise.withResolvers<unknown>()
  const upstream = createUpstream({
    source: source as AnySource,
    config,
    toolsFor: toolsIn(world),
    faults: createFaults(() => undefined),
    now: Date.now,
    onChange: changed.resolve,
  })
  upstream.start()
  const late = setTimeout(() => changed.resolve(null), TIMEOUT_MS)
  const state = await changed.promise
  clearTimeout(late)
  upstream.stop()
  const parsed = sourceState.safeParse(state)
  const hasContent = parsed.success && (parsed.data.data !== null || parsed.data.error !== null)
  return hasContent ? null : `told ${JSON.stringify(state)?.slice(0, 300)}`
}

/** Asks a source for suggestions as the server does. Returns the fault of the suggestions, or null. */
export async function askSuggestions(
  source: AnySource,
  [field, text]: [field: string, text: string],
  form: Record<string, unknown>,
  world: World,
): Promise<string | null> {
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    const found = await source.suggest?.(
      field,
      text,
      toolsIn(world)(signal, (error) => ending.abort(error)),
      form,
    )
    return moduleSuggestions.suggest.data.safeParse({ suggestions: found }).success
      ? null
      : `suggested ${JSON.stringify(found)?.slice(0, 300)}`
  } catch (error) {
    return error instanceof SourceError || signal.aborted ? null : String(error)
  }
}

/** Starts a server that runs `speak` for each connection. All connections of the returned world lead to it. */
export async function listenWith(speak: (socket: Socket) => void): Promise<World & { close: () => void }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    speak(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connect = async () => {
    const socket = new Socket()
    socket.connect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    return socket
  }
  return { connect, close: () => void server.close() }
}
