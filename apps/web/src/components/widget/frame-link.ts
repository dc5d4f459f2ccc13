import type { WidgetConfig } from '@atalaya/contract/dashboard'
import { type FrameMessage, frameMessage, MESSAGE_MAX } from '@atalaya/contract/module-bridge'
import type { HostMessage, Shown } from '@atalaya/module-sdk/bridge'
import type { Host } from '@atalaya/module-sdk/host'
import { createFrameMeter } from '#web/components/widget/frame-meter.ts'

/** Agents that one widget may watch at a time. */
const AGENTS_MAX = 20

type FrameLink = {
  port: MessagePort
  start: Shown
  /** The agents that the user chose in the form, where the module may read agents at all. */
  mayRead: (agentId: string) => boolean
  agent: Host['agent']
  onReady: () => void
  onPong: () => void
  onConfig: (config: WidgetConfig) => void
  /** The frame did what it must not, or says that it failed: it is to be taken away. */
  onFault: (message: string) => void
}

/** The page's end of a frame's port. Nothing that a frame says is believed before it is measured, counted and parsed. */
export function linkFrame({ port, start, mayRead, agent, onReady, onPong, onConfig, onFault }: FrameLink) {
  const isBearable = createFrameMeter()
  const watched = new Map<string, () => void>()
  const send = (message: HostMessage) => port.postMessage(JSON.stringify(message))

  function stop() {
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
    if (!mayRead(agentId) || watched.size >= AGENTS_MAX) {
      send({ type: 'agent', agentId, view: { state: 'missing' } })
      return
    }
    const source = agent(agentId)
    const tell = () => send({ type: 'agent', agentId, view: source.get() })
    watched.set(agentId, source.subscribe(tell))
    tell()
  }

  function obey(message: FrameMessage) {
    if (message.type === 'ready') onReady()
    else if (message.type === 'pong') onPong()
    else if (message.type === 'set-config') onConfig(message.config)
    else if (message.type === 'watch-agent') watch(message.agentId)
    else fault(`This module failed: ${message.message}`)
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isBearable(performance.now())) return fault('This module says too much and was stopped.')
    if (typeof data !== 'string' || data.length > MESSAGE_MAX) return fault('This module sent too large a message.')
    const parsed = frameMessage.safeParse(readJson(data))
    if (!parsed.success) return fault('This module sent a message that is not understood.')
    obey(parsed.data)
  }
  send({ type: 'start', ...start })

  return { send, stop }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
