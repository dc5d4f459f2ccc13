import type { Socket } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import { type Net, SourceError } from '@atalaya/module-sdk/server'
import { type Element, escapeXML } from 'ltx'
import { createReader, type Reader, STREAM_NS } from './reader.ts'

const STEP_TIMEOUT_MS = 10_000
/** Bound on elements that come before they are asked for. The XMPP server answers one request at a time. */
const QUEUE_MAX = 4
/** Bound on unsent bytes: an XMPP server that does not read gets no more requests. */
const UNSENT_MAX_BYTES = 256 * 1024

/** Fault of a stream (RFC 6120 4.9.3), in words for people. */
function streamFault(error: Element, domain: string): SourceError {
  const [condition] = error.getChildElements()
  if (condition?.getName() === 'host-unknown') return new SourceError(`The XMPP server does not know ${domain}`)
  return new SourceError('The XMPP server ended the connection', { cause: condition?.getName() })
}

type Connection = { socket: Socket; domain: string; net: Pick<Net, 'secure'> }

/** One XML stream over a connection: sends elements, and hands on those that come, one after the other. */
export function createWire({ socket: connected, domain, net }: Connection) {
  let socket = connected
  let reader: Reader | null = null
  let failure: Error | null = null
  let waiting: PromiseWithResolvers<Element> | null = null
  let onElement: ((element: Element) => void) | null = null
  let queue: Element[] = []
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => undefined)

  function fail(error: Error): void {
    if (failure) return
    failure = error
    reader?.end()
    socket.destroy()
    waiting?.reject(error)
    ended.reject(error)
  }

  function deliver(element: Element): void {
    if (element.is('error', STREAM_NS)) fail(streamFault(element, domain))
    else if (onElement) onElement(element)
    else if (waiting) waiting.resolve(element)
    else if (queue.push(element) > QUEUE_MAX) fail(new SourceError('This is not an XMPP server'))
    waiting = null
  }

  /** Listens to the socket. Returns a function that stops it. */
  function listen(): () => void {
    const from = socket
    const decoder = new StringDecoder('utf8')
    const onLost = (cause?: Error) => {
      const isXmpp = reader?.isStream() ?? false
      const message = isXmpp ? 'The XMPP server ended the connection' : 'This is not an XMPP server'
      fail(new SourceError(message, { cause }))
    }
    const read = (chunk: Buffer) => reader?.write(decoder.write(chunk))
    const onClose = () => onLost()
    from.on('error', onLost).on('close', onClose).on('data', read)
    return () => void from.off('error', onLost).off('close', onClose).off('data', read)
  }
  let stopListening = listen()

  async function next(): Promise<Element> {
    const known = queue.shift()
    if (known) return known
    if (failure) throw failure
    const answer = Promise.withResolvers<Element>()
    waiting = answer
    const timer = setTimeout(() => fail(new SourceError('The XMPP server takes too long to answer')), STEP_TIMEOUT_MS)
    return answer.promise.finally(() => clearTimeout(timer))
  }

  return {
    ended: ended.promise,
    next,
    fail,

    /** Begins a stream, and returns the XMPP server's features (RFC 6120 4.2). */
    async open(): Promise<Element> {
      reader?.end()
      queue = []
      reader = createReader({
        onElement: deliver,
        onEnd: () => fail(new SourceError('The XMPP server ended the connection')),
        onFault: (cause) => fail(new SourceError('This is not an XMPP server', { cause })),
      })
      socket.write(
        `<?xml version='1.0'?><stream:stream to='${escapeXML(domain)}' version='1.0' xml:lang='en' xmlns='jabber:client' xmlns:stream='${STREAM_NS}'>`,
      )
      const features = await next()
      if (!features.is('features', STREAM_NS)) throw new SourceError('This is not an XMPP server')
      return features
    },

    send(element: Element): void {
      socket.write(element.toString())
      if (socket.writableLength > UNSENT_MAX_BYTES) fail(new SourceError('The XMPP server takes too long to answer'))
    },

    /** Encrypts from here on. Earlier bytes are dropped: anybody could have sent them. */
    async secure({ isVerified, protocols = [] }: { isVerified: boolean; protocols?: string[] }): Promise<void> {
      reader?.end()
      queue = []
      stopListening()
      try {
        socket = await net.secure(socket, { host: domain, isVerified, protocols })
      } catch (cause) {
        throw new SourceError(`The XMPP server can not show that it is ${domain}`, { cause })
      }
      stopListening = listen()
    },

    /** Gives queued and further elements to `handler`. */
    each(handler: (element: Element) => void): void {
      onElement = handler
      for (const element of queue.splice(0)) handler(element)
    },
  }
}
export type Wire = ReturnType<typeof createWire>
