import { randomInt } from 'node:crypto'
import type { Credentials } from '@atalaya/contract/auth'
import type { QrRequester } from '@atalaya/contract/qr'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { AppError } from '#server/domain/errors.ts'
import { networkOf, seemNear } from '#server/http/address.ts'
import { QR_CODE_MS, QR_TRIES, rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { type Device, describeDevice } from '#server/sessions/device.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import { hashToken, newCode, newToken } from '#server/sessions/tokens.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { SignedInWithCookies } from './auth.service.ts'
import type { QrCode, QrRepo } from './qr.repo.ts'
import type { AdmitQr } from './qr-admission.ts'
import type { SignIn } from './sign-in.ts'

/** Without what is read as another: 0 and O, 1 and I. */
const MATCH_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const MATCH_LENGTH = 4

type Needs = {
  repo: QrRepo
  tx: RunInTransaction
  users: UsersService
  sessions: Sessions
  signIn: SignIn
  limits: RateLimits
  admit: AdmitQr
  now: () => number
}

type Lifetime = { expiresAt: string; expiresIn: number }
export type Generated = Lifetime & { code: string; matchCode: string; pollToken: string }
export type Scanned = Lifetime & { status: 'scanned'; matchCode: string; requester: QrRequester }

/** The steps of QR sign-in but for the last one, which hands the session out: see qr-release.ts. */
export function createQrService({ repo, tx, users, sessions, signIn, limits, admit, now }: Needs) {
  const lifetime = (expiresAt: number): Lifetime => ({
    expiresAt: new Date(expiresAt).toISOString(),
    expiresIn: Math.ceil((expiresAt - now()) / 1000),
  })
  const isOpen = (code: QrCode | null): code is QrCode => code !== null && code.expiresAt > now()

  /** What every code gets that is unknown, expired, replaced or used up. */
  function refused(device: Device): AppError {
    limits.count(rates.failedSignIns, device.ip)
    return new AppError('not_found', 'The QR code has expired', { code: 'qr.expired' })
  }

  function describeRequester(code: QrCode, device: Device): Scanned {
    return {
      status: 'scanned',
      ...lifetime(code.expiresAt),
      matchCode: code.matchCode,
      requester: {
        ...describeDevice(code.userAgent),
        ip: code.ip,
        when: new Date(code.createdAt).toISOString(),
        sameNetwork: seemNear(code.ip, device.ip),
      },
    }
  }

  return {
    /** A code for this device; the one that `lastPoll` belongs to expires. */
    async generate(device: Device, isBound: boolean, lastPoll: string | null): Promise<Generated> {
      await admit(device, lastPoll)
      const code = newCode()
      const pollToken = newToken('qp')
      const matchCode = newMatchCode()
      const expiresAt = now() + QR_CODE_MS
      await repo.insert({
        hash: hashToken(code),
        pollHash: hashToken(pollToken),
        isBound,
        matchCode,
        userAgent: device.userAgent,
        ip: device.ip,
        network: networkOf(device.ip),
        now: now(),
        expiresAt,
      })
      return { code, ...lifetime(expiresAt), matchCode, pollToken }
    },

    /** Claims a code for this device; a browser that claimed it may ask again with its cookie. */
    async scan(shown: string, device: Device, claim: string | null): Promise<Scanned & { claim: string | null }> {
      limits.check(rates.failedSignIns, device.ip)
      const code = await repo.find(hashToken(shown))
      if (!isOpen(code)) throw refused(device)
      const newClaim = device.isBrowser ? newToken('qc') : null
      if (await repo.scan(code.hash, now(), newClaim && hashToken(newClaim))) {
        return { ...describeRequester(code, device), claim: newClaim }
      }
      const present = await repo.find(code.hash)
      if (present?.status !== 'scanned') throw refused(device)
      if (present.claimHash === null || claim === null || hashToken(claim) !== present.claimHash) {
        throw new AppError('conflict', 'This QR code has already been scanned', { code: 'qr.already_scanned' })
      }
      return { ...describeRequester(present, device), claim: null }
    },

    /** Approves a scanned code, and signs this device in with a session of its own. */
    async authenticate(
      shown: string,
      credentials: Credentials,
      device: Device,
      claim: string | null,
    ): Promise<SignedInWithCookies> {
      const hash = hashToken(shown)
      const code = await repo.find(hash)
      const isClaimed = code?.claimHash === null || (claim !== null && hashToken(claim) === code?.claimHash)
      const tries = isOpen(code) && isClaimed ? await repo.payTry(hash, now(), QR_TRIES) : null
      if (tries === null) throw refused(device)
      const secret = await signIn.check(credentials, device).catch(async (error) => {
        if (tries >= QR_TRIES) await repo.expire({ hash })
        throw error
      })
      const { announce, ...opened } = await tx(async (repos) => {
        const { session, announce } = await sessions.openIn(repos, secret, device, 'password')
        if (!(await repos.qr.approve(hash, now(), secret))) throw refused(device)
        const by = { userId: secret.id, username: secret.username, ip: device.ip }
        await repos.audit.insert(now(), { action: 'auth.qr_approved', by, details: `for ${code?.ip}` })
        return { ...session, announce, knownDevices: await signIn.rememberIn(repos, secret.id, device) }
      })
      announce()
      const user = await users.get(secret.id)
      await users.tell(user)
      return { ...opened, user, mustChangePassword: secret.mustChangePassword || undefined }
    },
  }
}
export type QrService = ReturnType<typeof createQrService>

const newMatchCode = () =>
  Array.from({ length: MATCH_LENGTH }, () => MATCH_ALPHABET[randomInt(MATCH_ALPHABET.length)]).join('')
