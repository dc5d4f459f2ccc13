import { once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type ServiceAccess, SourceError, type Tools } from '@atalaya/module-sdk/server'
import type { NowPlaying, PlayerConfig } from '../now-playing.ts'
import { source } from '../source.ts'

const TIMEOUT_MS = 20_000
/** Stands in for the store of pictures: the key of a picture is its size. */
const sizeKeyOf = (bytes: Buffer) => `${bytes.length} bytes`

/** The tools of a source without the checks of addresses and sizes that Atalaya adds. */
function plainTools(signal: AbortSignal, access?: () => Promise<ServiceAccess>): Tools {
  const unused = () => Promise.reject(new Error('not used here'))
  async function connect(host: string, port: number): Promise<Socket> {
    const socket = new Socket()
    socket.connect({ host, port })
    await once(socket, 'connect').catch((error) => Promise.reject(new SourceError('refused', { cause: error })))
    signal.addEventListener('abort', () => socket.destroy())
    return socket
  }
  const net = { request: unused, json: unused, resolve: unused, services: unused, secure: unused, connect }
  return {
    signal,
    ownerKey: 'ada',
    net,
    settings: {},
    keepPicture: sizeKeyOf,
    framed: (address) => address,
    warn: () => undefined,
    access: access ?? unused,
  }
}

/** Runs the source as Atalaya does, and keeps its data. */
export function follow(config: PlayerConfig) {
  const stopping = new AbortController()
  const emitted: NowPlaying[] = []
  let wake = Promise.withResolvers<void>()
  let failure: unknown
  const running = source
    .run(config, plainTools(stopping.signal), (data) => {
      emitted.push(data)
      wake.resolve()
    })
    .catch((error) => {
      failure = error
      wake.resolve()
    })

  return {
    /** The next emitted data for which `fits` is true. */
    async next(fits: (data: NowPlaying) => boolean): Promise<NowPlaying> {
      const deadline = AbortSignal.timeout(TIMEOUT_MS)
      while (true) {
        const found = emitted.findIndex(fits)
        if (found !== -1) return emitted.splice(0, found + 1).at(-1) as NowPlaying
        if (failure) throw failure
        wake = Promise.withResolvers()
        await Promise.race([wake.promise, wait(TIMEOUT_MS, undefined, { signal: deadline }).catch(() => undefined)])
        deadline.throwIfAborted()
      }
    },
    /** Message of the error that ended the source. */
    async failure(): Promise<string> {
      await running
      return (failure as Error).message
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
