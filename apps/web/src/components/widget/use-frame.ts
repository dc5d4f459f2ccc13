import type { WidgetConfig } from '@atalaya/contract/dashboard'
import { HELLO, PORT } from '@atalaya/contract/module-bridge'
import type { FrameProps } from '@atalaya/module-sdk/bridge'
import { createSignal } from '@atalaya/module-sdk/signal'
import { useContext, useEffect, useReducer, useRef, useState } from 'react'
import { linkFrame } from '#web/components/widget/frame-link.ts'
import { createFrameMeter } from '#web/components/widget/frame-meter.ts'
import { createPulse } from '#web/components/widget/frame-pulse.ts'
import type { CreateWidgetApi, HostProps } from '#web/components/widget/host.ts'
import { RefusalContext } from '#web/components/widget/refusals.ts'
import { themeTokens } from '#web/components/widget/theme-tokens.ts'
import { useStable } from '#web/lib/use-stable.ts'

type FrameNeeds = {
  hostProps: HostProps
  createApi: CreateWidgetApi
  mayRead: (agentId: string) => boolean
  onConfig: (config: WidgetConfig) => void
  onReady: () => void
  onFault: (message: string) => void
}

const framePropsOf = (hostProps: HostProps): FrameProps => ({ ...hostProps, tokens: themeTokens() })

/** Gives a frame its port and its updates; detects if it navigates away, floods or stops answering. */
export function useFrame({ hostProps, createApi, mayRead, onConfig, onReady, onFault }: FrameNeeds) {
  const frame = useRef<HTMLIFrameElement>(null)
  const link = useRef<ReturnType<typeof linkFrame>>(null)
  const loads = useRef(0)
  const lastSent = useRef('')
  const [isReady, setReady] = useState(false)
  // A change of the colours renders again, which sends them to the frame.
  const [, onPainted] = useReducer((times: number) => times + 1, 0)
  const latest = useRef({ hostProps, mayRead })
  const [suspended] = useState(() => createSignal(hostProps.suspended))
  const handleConfig = useStable(onConfig)
  const handleReady = useStable(onReady)
  const handleFault = useStable(onFault)
  const handleRefusal = useStable(useContext(RefusalContext))

  useEffect(() => {
    window.addEventListener('painted', onPainted)
    return () => window.removeEventListener('painted', onPainted)
  }, [])
  useEffect(() => {
    latest.current = { hostProps, mayRead }
    suspended.set(hostProps.suspended)
    const frameProps = framePropsOf(hostProps)
    const text = JSON.stringify(frameProps)
    if (text === lastSent.current) return
    lastSent.current = text
    link.current?.send({ type: 'change', ...frameProps })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: one port for the life of a frame; the rest is read when needed.
  useEffect(() => {
    const pulse = createPulse(() => link.current?.send({ type: 'ping' }), handleFault)
    const isWithinRate = createFrameMeter()
    let isRefused = false

    function onMessage(event: MessageEvent<unknown>) {
      const target = frame.current?.contentWindow
      // A frame with an opaque origin can be identified only by its window.
      if (!target || event.source !== target) return
      if (!isWithinRate(performance.now())) return handleFault('This module says too much and was stopped.')
      // Ignores later messages: reading one deserialises it, and it can be of any size.
      if (link.current || isRefused) return
      isRefused = event.data !== HELLO
      if (isRefused) return handleFault('This module sent a message that is not understood.')
      const { port1, port2 } = new MessageChannel()
      target.postMessage(PORT, '*', [port2])
      link.current = linkFrame({
        port: port1,
        start: framePropsOf(latest.current.hostProps),
        mayRead: (agentId) => latest.current.mayRead(agentId),
        api: createApi(suspended),
        onReady() {
          setReady(true)
          handleReady()
          pulse.recordStart()
        },
        onPong: pulse.recordPong,
        onConfig: handleConfig,
        onRefused: handleRefusal,
        onFault: handleFault,
      })
    }
    window.addEventListener('message', onMessage)
    return () => {
      window.removeEventListener('message', onMessage)
      pulse.stop()
      link.current?.stop()
      link.current = null
    }
  }, [])

  function onLoad() {
    loads.current += 1
    if (loads.current > 1) onFault('This module left its own page and was stopped.')
  }
  return { frame, isReady, onLoad }
}
