import { DatabaseSync } from 'node:sqlite'
import { onTestFinished, vi } from 'vitest'
import { sqliteFile } from '#server/db/open.ts'
import { createStorm, type fiftyWriters } from './storm.ts'
import { createStormWorld } from './storm-world.ts'

const TIMEOUT_MS = 60_000

/** A server on a database of its own, and writers who use it. */
export async function stormOnServer(counts: typeof fiftyWriters) {
  const world = await createStormWorld()
  onTestFinished(world.close)
  await world.start()
  const storm = await createStorm(world.address, counts)
  onTestFinished(storm.close)
  return { world, storm }
}

/** Integrity check of SQLite on its file. */
export function checkIntegrity(folder: string): string {
  const db = new DatabaseSync(sqliteFile({ DATA_DIR: folder }))
  try {
    return Object.values(db.prepare('pragma integrity_check').get() ?? {}).join()
  } finally {
    db.close()
  }
}

/** Waits for a state, however long a busy machine takes. */
export const until = (condition: () => Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: TIMEOUT_MS, interval: 50 })
