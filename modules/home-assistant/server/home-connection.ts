import { type Net, parseJson, SourceError } from '@atalaya/module-sdk/server'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { dial } from './socket.ts'

const message = z.looseObject({ type: z.string(), id: z.number().optional(), success: z.boolean().optional() })
type Message = z.infer<typeof message>

/** Request without its number. */
type Question = { type: string } & Record<string, unknown>

export type HomeConnection = {
  /** Asks, and resolves with the answer's `result`; rejects if Home Assistant refuses. */
  ask(question: Question): Promise<unknown>
  /** Ends the session, and rejects all questions that wait for an answer. */
  end(error?: Error): void
  /** Rejects with the reason once the session has ended. */
  ended: Promise<never>
}

/**
 * Signs in to a Home Assistant (https://developers.home-assistant.io/docs/api/websocket). `onEvent` is called with
 * events of the subscriptions.
 *
 * @throws SourceError
 */
export async function signIn(
  { address, token }: { address: URL; token: string },
  { net, signal }: { net: Net; signal: AbortSignal },
  onEvent: (event: unknown) => void,
): Promise<HomeConnection> {
  const socket = await dial(address, net)
  const ended = Promise.withResolvers<never>()
  // Marked as handled: callers with a single request do not await the end.
  ended.promise.catch(() => undefined)
  const signedIn = Promise.withResolvers<void>()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let isOpen = false
  let lastId = 0

  /** Ends the session once: the first reason stays. */
  function end(error = new SourceError('Home Assistant has ended the connection')): void {
    ended.reject(error)
    signedIn.reject(error)
    for (const answer of waiting.values()) answer.reject(error)
    waiting.clear()
    socket.terminate()
  }

  function settle({ type, id = 0, success, result }: Message): void {
    const answer = waiting.get(id)
    waiting.delete(id)
    if (type === 'pong' || success) answer?.resolve(result)
    else answer?.reject(new SourceError('Home Assistant has refused what it was asked'))
  }

  function onMessage(received: Message): void {
    const { type } = received
    if (type === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: token }))
    else if (type === 'auth_ok') signedIn.resolve()
    else if (type === 'auth_invalid') end(new SourceError('Home Assistant does not take this access token'))
    else if (type === 'event') onEvent(received.event)
    else if (type === 'pong' || type === 'result') settle(received)
  }

  socket.on('open', () => {
    isOpen = true
  })
  socket.on('message', (data) => {
    try {
      onMessage(message.parse(parseJson(String(data))))
    } catch (error) {
      end(notHomeAssistant(error))
    }
  })
  socket.on('close', () => end())
  socket.on('error', (cause) => {
    const text = isOpen ? 'The connection to Home Assistant broke' : 'There is no Home Assistant at this address'
    end(new SourceError(text, { cause }))
  })
  signal.addEventListener('abort', () => end(), { once: true })
  await signedIn.promise

  return {
    ended: ended.promise,
    end,
    ask(question) {
      lastId += 1
      const answer = Promise.withResolvers<unknown>()
      waiting.set(lastId, answer)
      send(socket, { id: lastId, ...question })
      return answer.promise
    },
  }
}

/** Error for an answer that is not Home Assistant's. */
export const notHomeAssistant = (cause: unknown) => new SourceError('This is not a Home Assistant server', { cause })

const send = (socket: WebSocket, message: object): void => socket.send(JSON.stringify(message), () => undefined)
