import type { FrameMessage } from '@atalaya/contract/module-bridge'
import type { RequestAnswer } from '@atalaya/contract/module-requests'
import type { FrameProps, HostMessage } from './bridge.ts'
import type { AgentView, Host } from './host.ts'
import { createSignal, NO_AGENT, sameJson } from './signal.ts'
import { type StoredValue, widgetStorage } from './storage.ts'

// The same words as in the contract, written out: a frame carries no schema library.
const HELLO: typeof import('@atalaya/contract/module-bridge').HELLO = 'atalaya:hello'
const PORT: typeof import('@atalaya/contract/module-bridge').PORT = 'atalaya:port'

/**
 * Connects a module that runs in a frame with the page around it, once. Without React: read `host.config.get()` and the
 * others, and draw again when `subscribe` calls.
 */
export function connect(): Promise<Host> {
  const { promise, resolve } = Promise.withResolvers<Host>()
  window.addEventListener('message', function onPort({ source, data, ports: [port] }) {
    // Other frames of the page can write to this window too.
    if (source !== window.parent || data !== PORT || !port) return
    window.removeEventListener('message', onPort)
    port.onmessage = ({ data: first }: MessageEvent<string>) => {
      const message = JSON.parse(first) as HostMessage
      if (message.type === 'start') resolve(run(port, message))
    }
  })
  // A frame without an origin can't know the page's. The greeting has no secrets.
  window.parent.postMessage(HELLO, '*')
  return promise
}

function run(port: MessagePort, start: FrameProps): Host {
  const send = (message: FrameMessage) => port.postMessage(JSON.stringify(message))
  const config = createSignal(start.config, sameJson)
  const size = createSignal(start.size, sameJson)
  const theme = createSignal(start.theme)
  const formats = createSignal(start.formats, sameJson)
  const suspended = createSignal(start.suspended)
  const awaySince = createSignal(start.awaySince ?? null)
  const { ask, settle } = createQuestions(send)
  const agents = new Map<string, ReturnType<typeof createSignal<AgentView>>>()

  function show(props: Partial<FrameProps>) {
    paint(props)
    if (props.config) config.set(props.config)
    if (props.size) size.set(props.size)
    if (props.theme) theme.set(props.theme)
    if (props.formats) formats.set(props.formats)
    if (props.suspended !== undefined) suspended.set(props.suspended)
    if (props.awaySince !== undefined) awaySince.set(props.awaySince)
  }

  port.onmessage = ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as HostMessage
    if (message.type === 'ping') send({ type: 'pong' })
    if (message.type === 'change') show(message)
    if (message.type === 'answer' || message.type === 'refusal') settle(message)
    if (message.type === 'agent') agents.get(message.agentId)?.set(message.view)
  }
  window.addEventListener('error', ({ message }) => send({ type: 'failed', message: message.slice(0, 500) }))
  show(start)
  send({ type: 'ready' })

  return {
    config,
    size,
    theme,
    formats,
    suspended,
    awaySince,
    setConfig: (next) => send({ type: 'set-config', config: next as never }),
    request: (name, params = {}, options = {}) =>
      ask((question) => ({ type: 'request', question, name, params, ...options })) as Promise<RequestAnswer>,
    storage: widgetStorage({
      read: () => ask((question) => ({ type: 'read-storage', question, withVersion: true })) as Promise<StoredValue>,
      write: (value, over) =>
        ask((question) => ({
          type: 'write-storage',
          question,
          value: value as never,
          ...(over !== undefined && { over }),
        })) as Promise<boolean>,
    }),
    agent(agentId) {
      if (agentId === '') return NO_AGENT
      const known = agents.get(agentId)
      if (known) return known
      const view = createSignal<AgentView>({ state: 'loading' }, sameJson)
      agents.set(agentId, view)
      send({ type: 'watch-agent', agentId })
      return view
    },
  }
}

function paint({ theme, tokens = {} }: Partial<FrameProps>) {
  const { style, dataset } = document.documentElement
  if (theme) {
    style.colorScheme = theme
    dataset.theme = theme
  }
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value)
}

type Answer = Extract<HostMessage, { type: 'answer' | 'refusal' }>

/** Questions to the page that are waiting for their answers. */
function createQuestions(send: (message: FrameMessage) => void) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  return {
    ask(message: (question: number) => FrameMessage): Promise<unknown> {
      last += 1
      const answer = Promise.withResolvers<unknown>()
      waiting.set(last, answer)
      send(message(last))
      return answer.promise
    },
    settle(answer: Answer): void {
      const pending = waiting.get(answer.question)
      waiting.delete(answer.question)
      if (answer.type === 'answer') pending?.resolve(answer.value)
      else pending?.reject(new Error(answer.message))
    },
  }
}
