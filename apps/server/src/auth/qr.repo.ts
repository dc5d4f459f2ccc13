import { type Selectable, sql } from 'kysely'
import { removeInParts } from '#server/db/in-parts.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { QrCodesTable } from '#server/db/schema-accounts.ts'

export type QrStoredStatus = QrCodesTable['status']

export type NewQrCode = {
  hash: string
  pollHash: string
  isBound: boolean
  matchCode: string
  userAgent: string
  ip: string
  network: string
  now: number
  expiresAt: number
}

/** A code as it is stored. */
export type QrCode = {
  hash: string
  pollHash: string
  isBound: boolean
  matchCode: string
  userAgent: string
  ip: string
  createdAt: number
  expiresAt: number
  status: QrStoredStatus
  claimHash: string | null
  approval: { userId: string; epoch: number } | null
  releasedAt: number | null
  releasedSealed: string | null
}

/** SQL on QR codes. Every step forward is one statement that names the step before, so that it is taken once. */
export function createQrRepo(db: Db | Tx) {
  /** Compare-and-set: moves a code from one status to the next, unless it has expired. True if it did. */
  async function advance(
    hash: string,
    from: QrStoredStatus,
    now: number,
    change: Partial<QrCodesTable>,
  ): Promise<boolean> {
    const result = await db
      .updateTable('qr_codes')
      .set(change)
      .where('code_hash', '=', hash)
      .where('status', '=', from)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
  }

  return {
    async insert(code: NewQrCode): Promise<void> {
      await db
        .insertInto('qr_codes')
        .values({
          code_hash: code.hash,
          poll_hash: code.pollHash,
          is_bound: code.isBound ? 1 : 0,
          match_code: code.matchCode,
          user_agent: code.userAgent,
          ip: code.ip,
          network: code.network,
          created_at: code.now,
          expires_at: code.expiresAt,
          status: 'pending',
          claim_hash: null,
          attempts: 0,
          user_id: null,
          user_epoch: null,
          released_at: null,
          released_sealed: null,
        })
        .execute()
    },

    async find(hash: string): Promise<QrCode | null> {
      const row = await db.selectFrom('qr_codes').selectAll().where('code_hash', '=', hash).executeTakeFirst()
      return row ? toCode(row) : null
    },

    /** Counts unfinished codes of the browsers in a network that have this user agent. */
    async countOpen({ network, userAgent }: { network: string; userAgent: string }, now: number): Promise<number> {
      const row = await db
        .selectFrom('qr_codes')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('network', '=', network)
        .where('user_agent', '=', userAgent)
        .where('expires_at', '>', now)
        .where('status', 'in', ['pending', 'scanned', 'authenticated'])
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    scan: (hash: string, now: number, claimHash: string | null): Promise<boolean> =>
      advance(hash, 'pending', now, { status: 'scanned', claim_hash: claimHash }),

    approve: (hash: string, now: number, by: { id: string; epoch: number }): Promise<boolean> =>
      advance(hash, 'scanned', now, { status: 'authenticated', user_id: by.id, user_epoch: by.epoch }),

    release: (hash: string, now: number): Promise<boolean> =>
      advance(hash, 'authenticated', now, { status: 'released', released_at: now }),

    /** Stores the sealed session of a released code, to repeat a lost answer. */
    async storeReleased(hash: string, sealed: string): Promise<void> {
      await db.updateTable('qr_codes').set({ released_sealed: sealed }).where('code_hash', '=', hash).execute()
    },

    /** Counts an attempt with credentials. Returns the number of attempts so far, or null if none was left. */
    async takeTry(hash: string, now: number, max: number): Promise<number | null> {
      const row = await db
        .updateTable('qr_codes')
        .set((code) => ({ attempts: code('attempts', '+', 1) }))
        .where('code_hash', '=', hash)
        .where('status', '=', 'scanned')
        .where('expires_at', '>', now)
        .where('attempts', '<', max)
        .returning('attempts')
        .executeTakeFirst()
      return row?.attempts ?? null
    },

    /** Ends a code that has not been used. */
    async expire(by: { hash: string } | { pollHash: string }): Promise<void> {
      const [column, value] = 'hash' in by ? (['code_hash', by.hash] as const) : (['poll_hash', by.pollHash] as const)
      await db
        .updateTable('qr_codes')
        .set({ status: 'expired' })
        .where(column, '=', value)
        .where('status', '!=', 'released')
        .execute()
    },

    async removeOlderThan(at: number): Promise<void> {
      await removeInParts(db, { table: 'qr_codes', key: 'code_hash', where: sql`expires_at < ${at}` })
    },
  }
}
export type QrRepo = ReturnType<typeof createQrRepo>

function toCode(row: Selectable<QrCodesTable>): QrCode {
  const { user_id: userId, user_epoch: epoch } = row
  return {
    hash: row.code_hash,
    pollHash: row.poll_hash,
    isBound: row.is_bound === 1,
    matchCode: row.match_code,
    userAgent: row.user_agent,
    ip: row.ip,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    status: row.status,
    claimHash: row.claim_hash,
    approval: userId !== null && epoch !== null ? { userId, epoch } : null,
    releasedAt: row.released_at,
    releasedSealed: row.released_sealed,
  }
}
