import { type Tokens, tokens } from '@atalaya/contract/auth'
import type { QrStatus } from '@atalaya/contract/qr'
import type { User } from '@atalaya/contract/users'
import { z } from 'zod'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { QR_GRACE_MS, rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import { hashToken, sealFor, unsealWith } from '#server/sessions/tokens.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { QrCode, QrRepo } from './qr.repo.ts'

type Needs = {
  repo: QrRepo
  tx: RunInTransaction<'audit' | 'qr' | 'sessions' | 'tokens' | 'users'>
  users: UsersService
  sessions: Sessions
  limits: RateLimits
  now: () => number
}

const releasedSession = z.object({ tokens, binding: z.string().nullable() })
type ReleasedSession = z.infer<typeof releasedSession>

export type PollResult = { status: QrStatus; session?: { tokens: Tokens; user: User; binding: string | null } }

/**
 * Last step of QR sign-in. Anybody who knows the code may read its status. Only the holder of the poll token that came
 * with the code gets the session, once.
 *
 * A script may generate a code without a poll token; the code alone is enough then.
 */
export function createQrRelease({ repo, tx, users, sessions, limits, now }: Needs) {
  /** Opens the session of an approved code; null if another request was first, or the approval is void. */
  async function release(code: QrCode, secret: string): Promise<ReleasedSession | null> {
    const { approval } = code
    if (!approval) return null
    const opened = await tx(async (repos) => {
      if (!(await repos.qr.release(code.hash, now()))) return null
      const approver = await repos.users.findForSignInById(approval.userId)
      // The account was deactivated, signed out everywhere or given another password: the approval ended with its
      // sessions.
      if (!approver?.isActive || approver.epoch !== approval.epoch) return null
      const device = { userAgent: code.userAgent, ip: code.ip, isBrowser: code.isBound }
      const { session, announce } = await sessions.openIn(repos, approver, device, { signedInBy: 'qr', isFresh: false })
      await repos.qr.storeReleased(code.hash, sealFor(secret, JSON.stringify(session)))
      const by = { userId: approver.id, username: approver.username, ip: code.ip }
      await repos.audit.insert(now(), { action: 'auth.qr_login', by })
      return { session, announce }
    })
    opened?.announce()
    return opened?.session ?? null
  }

  /** Returns the same session again, for 30 seconds, as the first answer may be lost. */
  function replay({ releasedAt, releasedSealed }: QrCode, secret: string): ReleasedSession | null {
    if (releasedAt === null || releasedSealed === null || now() - releasedAt > QR_GRACE_MS) return null
    return releasedSession.parse(JSON.parse(unsealWith(secret, releasedSealed)))
  }

  async function poll(code: QrCode, secret: string): Promise<PollResult> {
    if (code.status !== 'authenticated' && code.status !== 'released') return { status: code.status }
    const newSession = code.status === 'authenticated' ? await release(code, secret) : null
    const latest = newSession ? null : await repo.find(code.hash)
    const session = newSession ?? (latest && replay(latest, secret))
    if (!session || !code.approval) return { status: 'expired' }
    const user = await users.get(code.approval.userId)
    if (newSession) await users.publish(user)
    return { status: 'authenticated', session: { ...session, user } }
  }

  return {
    /** Status of a code. `pollToken` is from the asking device: its cookie, or the header. */
    async status(shownCode: string, pollToken: string | null): Promise<PollResult> {
      const hash = hashToken(shownCode)
      const code = await repo.find(hash)
      // Counts requests for existing codes only, so that invented codes take no memory for a count of their own.
      if (code) limits.spend(rates.qrStatus, hash)
      const isReleased = code?.status === 'released'
      if (!code || (code.expiresAt <= now() && !isReleased)) return { status: 'expired' }
      const isHolder = pollToken !== null && hashToken(pollToken) === code.pollHash
      if (code.isBound && !isHolder) return { status: statusForOthers(code, now()) }
      return poll(code, code.isBound && pollToken !== null ? pollToken : shownCode)
    },
  }
}
export type QrRelease = ReturnType<typeof createQrRelease>

/** Status for devices other than the first: a released code looks approved until it would have expired. */
function statusForOthers({ status, expiresAt }: QrCode, now: number): QrStatus {
  if (status !== 'released') return status
  return expiresAt > now ? 'authenticated' : 'expired'
}
