import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `up` is towards the server. */
type Way = 'up' | 'down'
/** One connection through the proxy. */
export type Piped = {
  /** Hands bytes on. */
  pass(chunk: Buffer, way: Way): void
  /** Answers in the server's place, and closes. */
  answer(text: string): void
  cut(): void
}
/** Handles bytes on their way through the proxy. */
export type BytesHandler = (chunk: Buffer, way: Way, piped: Piped) => void

const passOn: BytesHandler = (chunk, way, piped) => piped.pass(chunk, way)

/** A TCP proxy in front of a server on this machine, that does to connections what networks do to them. */
export async function createTcpProxy(target: string) {
  const { port, hostname } = new URL(target)
  const open = new Map<Piped, Socket[]>()
  let onBytes = passOn

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const sockets = [client, upstream]
    const ends: Record<Way, Socket> = { up: upstream, down: client }
    const cut = () => {
      for (const socket of sockets) socket.destroy()
      open.delete(piped)
    }
    const piped: Piped = {
      cut,
      pass: (chunk, way) => void ends[way].write(chunk),
      answer: (text) => client.end(text, cut),
    }
    open.set(piped, sockets)
    client.on('data', (chunk) => onBytes(chunk, 'up', piped))
    upstream.on('data', (chunk) => onBytes(chunk, 'down', piped))
    for (const socket of sockets) socket.setNoDelay(true).on('error', cut).on('close', cut)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cutAll = () => {
    for (const piped of open.keys()) piped.cut()
  }

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Lets `fault` handle all bytes from now on, of open connections too. */
    setFault(fault: BytesHandler): void {
      onBytes = fault
    },
    /** Lets bytes pass unchanged again. */
    clearFault(): void {
      onBytes = passOn
    },
    cutAll,
    async close(): Promise<void> {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
export type TcpProxy = Awaited<ReturnType<typeof createTcpProxy>>

/** True if these bytes begin the opening of a WebSocket. */
export const isUpgrade = (chunk: Buffer): boolean =>
  /^GET [^\r]*\r\n(.+\r\n)*upgrade: websocket\r\n/i.test(chunk.toString('latin1'))
