import { dashboard, type InstalledModule } from '@atalaya/contract/dashboard'
import type { LiveEvent } from '@atalaya/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { applyToWidgets } from '#web/components/widget/agent-events.ts'
import { call } from '#web/lib/calls/api.ts'
import { readEventStream } from '#web/lib/live/event-stream.ts'

const RECONNECT_MS = 3000

/** Server whose agents the module shows, and the widget there that provides settings, requests and storage. */
export type RealServer = { address: string; widget: InstalledModule | null }

/** Finds the server of `atalaya-module dev --server`; null if it was started without one. */
export async function findRealServer(moduleId: string): Promise<RealServer | null> {
  const address = z
    .string()
    .nullable()
    .parse(await (await fetch('/workshop-server.json')).json())
  if (address === null) return null
  const { pages } = await call(dashboard.list, {})
  const widget = pages.flatMap(({ modules }) => modules).find(({ meta }) => meta.id === moduleId)
  return { address, widget: widget ?? null }
}

/** Follows the server's events about agents until the returned function is called. */
export function followServer(client: QueryClient): () => void {
  const stop = new AbortController()
  async function follow(): Promise<void> {
    const { body, ok } = await fetch('/api/v1/events', { signal: stop.signal })
    if (!ok || !body) return
    for await (const { data } of readEventStream(body)) {
      if (data !== '') applyToWidgets(client, JSON.parse(data) as LiveEvent)
    }
  }
  const scheduleNext = () => {
    if (!stop.signal.aborted) setTimeout(followAgain, RECONNECT_MS)
  }
  const followAgain = () => void follow().then(scheduleNext, scheduleNext)
  followAgain()
  return () => stop.abort()
}
