import type { Postgres } from '@atalaya/testbed/postgres'
import { createTcpProxy } from '@atalaya/testbed/tcp-proxy'
import { onTestFinished, vi } from 'vitest'
import { createDatabase } from '#test/support/database.ts'
import { createStorm, type fiftyWriters } from './storm.ts'
import { createStormWorld } from './storm-world.ts'

const TIMEOUT_MS = 120_000

/** A server on a database of its own, reached through a proxy, and writers who use it. */
export async function stormOn(postgres: Postgres, counts: typeof fiftyWriters) {
  const database = await createDatabase(postgres.url)
  const proxy = await createTcpProxy(database?.url ?? '')
  onTestFinished(proxy.close)
  const url = Object.assign(new URL(database?.url ?? ''), { port: new URL(proxy.address).port })
  const world = await createStormWorld({ DATABASE_URL: url.href })
  onTestFinished(world.close)
  await world.start()
  const storm = await createStorm(world.address, counts)
  onTestFinished(storm.close)
  return { proxy, storm, address: world.address() }
}

export const isReady = async (address: string): Promise<boolean> => (await fetch(`${address}/readyz`)).status === 200

/** Waits for a state, however long a busy machine takes. */
export const until = (condition: () => Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: TIMEOUT_MS, interval: 50 })
