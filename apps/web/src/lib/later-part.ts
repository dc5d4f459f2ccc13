import { type ComponentType, lazy } from 'react'
import { pingServer } from '#web/lib/calls/request.ts'
import { onReturn } from '#web/lib/live/connectivity.ts'

/**
 * Part of a screen whose code comes later. While the server is away, the screen does without it; when the server is
 * back, the part comes. Code that a reachable server no longer has is an error; the screen is then loaded again.
 */
export const laterPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy<ComponentType<P>>(async () => ({ default: await load().catch((error: unknown) => loadOnReturn(load, error)) }))

async function loadOnReturn<T>(load: () => Promise<T>, error: unknown): Promise<T> {
  if (await pingServer()) throw error
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = onReturn(resolve)
  await promise
  stop()
  return load()
}
