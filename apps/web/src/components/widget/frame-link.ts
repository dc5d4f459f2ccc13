import { parseJson } from '@atalaya/contract/bounded-json'
import type { WidgetConfig } from '@atalaya/contract/dashboard'
import { type FrameMessage, frameMessage, MESSAGE_MAX } from '@atalaya/contract/module-bridge'
import type { FrameProps, HostMessage } from '@atalaya/module-sdk/bridge'
import { createFrameMeter } from '#web/components/widget/frame-meter.ts'
import type { WidgetApi } from '#web/components/widget/host.ts'
import type { Refusal } from '#web/components/widget/refusals.ts'

/** Maximum agents that one widget watches. */
const AGENTS_MAX = 20
/** Maximum unanswered questions of one widget. */
const OPEN_QUESTIONS_MAX = 20
const TOO_MANY_AGENTS = `A widget watches at most ${AGENTS_MAX} agents`

type Question = Extract<FrameMessage, { question: number }>

type FrameLink = {
  port: MessagePort
  /** Sent once at the start; later changes go through `send`. */
  start: FrameProps
  /** True for agents chosen in the form, if the module may read agents. */
  mayRead: (agentId: string) => boolean
  /** Data sources of the widget. */
  api: WidgetApi
  onReady: () => void
  onPong: () => void
  onConfig: (config: WidgetConfig) => void
  /** A request of the frame was refused; the frame goes on. */
  onRefused: (refusal: Refusal) => void
  /** The frame broke a rule or reported a failure: remove it. */
  onFault: (message: string) => void
}

/** The page's end of a frame's port. Measures, counts and parses every message before using it. */
export function linkFrame({ port, start, mayRead, api, onReady, onPong, onConfig, onRefused, onFault }: FrameLink) {
  const isWithinRate = createFrameMeter()
  let openQuestions = 0
  let isStopped = false
  const watched = new Map<string, () => void>()
  const send = (message: HostMessage) => port.postMessage(JSON.stringify(message))

  function stop() {
    isStopped = true
    port.onmessage = null
    port.close()
    for (const unwatch of watched.values()) unwatch()
    watched.clear()
  }

  function fault(message: string) {
    stop()
    onFault(message)
  }

  function watch(agentId: string) {
    if (watched.has(agentId)) return
    const isTooMany = watched.size >= AGENTS_MAX
    if (isTooMany || !mayRead(agentId)) {
      onRefused({ path: 'watch-agent.agentId', why: isTooMany ? TOO_MANY_AGENTS : notReadable(agentId) })
      send({ type: 'agent', agentId, view: { state: 'missing' } })
      return
    }
    const view = api.agent(agentId)
    const sendView = () => send({ type: 'agent', agentId, view: view.get() })
    watched.set(agentId, view.subscribe(sendView))
    sendView()
  }

  async function answer(message: Question) {
    const { question } = message
    function refuse(why: string) {
      onRefused({ path: placeOf(message), why })
      if (!isStopped) send({ type: 'refusal', question, message: why })
    }
    if (openQuestions >= OPEN_QUESTIONS_MAX) return refuse('Too many questions at a time')
    openQuestions += 1
    await perform(message).then(
      (value) => !isStopped && send({ type: 'answer', question, value }),
      (error: Error) => refuse(error.message),
    )
    openQuestions -= 1
  }

  async function readStorage({ withVersion }: Extract<FrameMessage, { type: 'read-storage' }>): Promise<unknown> {
    const stored = await api.storage.read()
    return withVersion ? stored : stored.value
  }

  function perform(message: Question): Promise<unknown> {
    if (message.type === 'read-storage') return readStorage(message)
    if (message.type === 'write-storage') return api.storage.write(message.value, message.over)
    const { name, params, againInMs } = message
    return api.request(name, params, { ...(againInMs !== undefined && { againInMs }) })
  }

  function handle(message: FrameMessage) {
    if (message.type === 'ready') onReady()
    else if (message.type === 'pong') onPong()
    else if (message.type === 'set-config') onConfig(message.config)
    else if (message.type === 'watch-agent') watch(message.agentId)
    else if (message.type === 'failed') fault(`This module failed: ${message.message}`)
    else void answer(message)
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isWithinRate(performance.now())) return fault('This module says too much and was stopped.')
    if (typeof data !== 'string' || data.length > MESSAGE_MAX) return fault('This module sent too large a message.')
    const parsed = frameMessage.safeParse(readJson(data))
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        onRefused({ path: ['message', ...path].join('.'), why: message })
      return fault('This module sent a message that is not understood.')
    }
    handle(parsed.data)
  }
  send({ type: 'start', ...start })

  return { send, stop }
}

/** Place of a question in `module.json` or the SDK. */
const placeOf = (question: Question): string =>
  question.type === 'request' ? `request.${question.name}` : question.type

const notReadable = (agentId: string) =>
  `The form names no agent ${agentId}, or module.json does not ask for "permissions": { "agents": "read" }`

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
