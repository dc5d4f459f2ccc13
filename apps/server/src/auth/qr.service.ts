import { randomInt } from 'node:crypto'
import type { QrRequester } from '@atalaya/contract/qr'
import { AppError } from '#server/domain/errors.ts'
import { networkOf, seemNear } from '#server/http/address.ts'
import { QR_CODE_MS, rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { type Device, describeDevice } from '#server/sessions/device.ts'
import { hashToken, newCode, newToken } from '#server/sessions/tokens.ts'
import type { AdmitCode } from './code-admission.ts'
import type { QrCode, QrRepo } from './qr.repo.ts'
import { countRefusal } from './qr-approval.ts'

/** Letters and digits of the code that both screens show for comparison; without 0 and O, 1 and I. */
const MATCH_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const MATCH_LENGTH = 4

type Needs = {
  repo: QrRepo
  limits: RateLimits
  admit: AdmitCode
  now: () => number
}

type Lifetime = { expiresAt: string; expiresIn: number }
export type GeneratedCode = Lifetime & { code: string; matchCode: string; pollToken: string }
export type ScanResult = Lifetime & { status: 'scanned'; matchCode: string; requester: QrRequester }

/** First steps of QR sign-in: a code is made and scanned. qr-approval.ts and qr-release.ts have the other two. */
export function createQrService({ repo, limits, admit, now }: Needs) {
  const lifetime = (expiresAt: number): Lifetime => ({
    expiresAt: new Date(expiresAt).toISOString(),
    expiresIn: Math.ceil((expiresAt - now()) / 1000),
  })

  function describeRequester(code: QrCode, device: Device): ScanResult {
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
    /** Makes a code for this device. The device's earlier code expires; `lastPoll` is its poll token. */
    async generate(device: Device, isBound: boolean, lastPoll: string | null): Promise<GeneratedCode> {
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
    async scan(
      shownCode: string,
      device: Device,
      claim: string | null,
    ): Promise<ScanResult & { claim: string | null }> {
      limits.check(rates.failedSignIns, device.ip)
      const code = await repo.find(hashToken(shownCode))
      if (!code || code.expiresAt <= now()) throw countRefusal(limits, device)
      const newClaim = device.isBrowser ? newToken('qc') : null
      if (await repo.scan(code.hash, now(), newClaim && hashToken(newClaim))) {
        return { ...describeRequester(code, device), claim: newClaim }
      }
      const latest = await repo.find(code.hash)
      if (latest?.status !== 'scanned') throw countRefusal(limits, device)
      if (latest.claimHash === null || claim === null || hashToken(claim) !== latest.claimHash) {
        throw new AppError('conflict', 'This QR code has already been scanned', { code: 'qr.already_scanned' })
      }
      return { ...describeRequester(latest, device), claim: null }
    },
  }
}
export type QrService = ReturnType<typeof createQrService>

const newMatchCode = () =>
  Array.from({ length: MATCH_LENGTH }, () => MATCH_ALPHABET[randomInt(MATCH_ALPHABET.length)]).join('')
