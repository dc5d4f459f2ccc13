import { once } from 'node:events'
import { Socket } from 'node:net'
import { SourceError, type Tools } from '@atalaya/module-sdk/server'
import { source } from '../../server.ts'
import type { Entities } from '../entity.ts'

const unused = () => Promise.reject(new Error('not used here'))

/** Tools whose network is this machine's, without checks of addresses. */
export function toolsFor(signal: AbortSignal): Tools {
  async function connect(host: string, port: number): Promise<Socket> {
    const socket = new Socket()
    socket.connect({ host, port })
    await once(socket, 'connect').catch((cause) => Promise.reject(new SourceError('refused', { cause })))
    return socket
  }
  const net = { request: unused, json: unused, resolve: unused, services: unused, secure: unused, connect }
  return {
    signal,
    ownerKey: 'ada',
    net,
    settings: {},
    access: unused,
    warn: () => undefined,
    keepPicture: () => null,
    framed: (address: string) => address,
  }
}

/** Runs the source as Atalaya does, and keeps its data. */
export function follow(config: object) {
  const stopping = new AbortController()
  const emitted: Entities[] = []
  let wake = Promise.withResolvers<void>()
  const ended = source
    .run(config, toolsFor(stopping.signal), (data) => {
      emitted.push(structuredClone(data))
      wake.resolve()
      wake = Promise.withResolvers()
    })
    .then(
      () => '',
      (error: Error) => error.message,
    )
  return {
    emitted,
    /** Message of the error that ended the run; empty if it was stopped. */
    ended,
    /** Waits until `fits` is true for the newest data, and returns them. */
    async until(fits: (entities: Entities['entities']) => boolean): Promise<Entities['entities']> {
      while (true) {
        const entities = emitted.at(-1)?.entities
        if (entities && fits(entities)) return entities
        await wake.promise
      }
    },
    async stop(): Promise<void> {
      stopping.abort()
      await ended
    },
  }
}
