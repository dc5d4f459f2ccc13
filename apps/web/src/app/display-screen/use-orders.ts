import type { DisplayOrder } from '@atalaya/contract/displays'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { applyOrderAtOnce } from '#web/app/display-screen/own-display.ts'
import { useStable } from '#web/lib/use-stable.ts'

const IDENTIFY_MS = 10_000
const SECOND_MS = 1_000

/** Layer that an order puts over the pages for a while. */
export type OrderLayer = { kind: 'identify'; code: string } | { kind: 'message'; text: string }

/** Follows live events and the owner's orders. Returns the layer to show over the pages. */
export function useOrders(move: (direction: 1 | -1) => void): OrderLayer | null {
  const client = useQueryClient()
  const [layer, setLayer] = useState<(OrderLayer & { durationMs: number }) | null>(null)

  const carryOut = useStable((order: DisplayOrder) => {
    if (order.kind === 'next') move(1)
    if (order.kind === 'previous') move(-1)
    if (order.kind === 'reload') window.location.reload()
    if (order.kind === 'identify') setLayer({ kind: 'identify', code: order.code, durationMs: IDENTIFY_MS })
    if (order.kind === 'message') setLayer({ kind: 'message', text: order.text, durationMs: order.seconds * SECOND_MS })
    applyOrderAtOnce(client, order)
  })
  useEffect(() => {
    if (!layer) return
    const timer = setTimeout(() => setLayer(null), layer.durationMs)
    return () => clearTimeout(timer)
  }, [layer])
  useEffect(() => {
    const started = import('#web/app/display-screen/display-live.ts').then((m) => m.startDisplayLive(client, carryOut))
    return () => void started.then((stop) => stop())
  }, [client, carryOut])
  return layer
}
