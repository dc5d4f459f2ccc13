import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/schema.ts'

const BATCH_SIZE = 2000
const DETAILS_BYTES = 225

/** Adds entries to the audit log that cannot be compressed, so that each makes a backup larger. */
export async function addRandomRows(db: Db, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const rows = Array.from({ length: Math.min(BATCH_SIZE, count - from) }, (_, n) => ({
      id: (from + n).toString(16).padStart(24, '0'),
      at: from + n,
      action: 'auth.login' as const,
      actor_name: 'ada',
      ip: '',
      details: randomBytes(DETAILS_BYTES).toString('base64'),
    }))
    await db.insertInto('audit').values(rows).execute()
  }
}
