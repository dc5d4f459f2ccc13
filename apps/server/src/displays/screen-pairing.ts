import type { displayScreen } from '@atalaya/contract/display-screen'
import type { Data } from '@atalaya/contract/route'
import type { AdmitCode } from '#server/auth/code-admission.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { networkOf } from '#server/http/address.ts'
import { DISPLAY_CODE_MS, DISPLAY_GRACE_MS } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Device } from '#server/sessions/device.ts'
import { hashToken, newToken } from '#server/sessions/tokens.ts'
import type { CodeRow, DisplayCodesRepo } from './codes.repo.ts'
import { keyOfCode, newCodePair } from './codes.ts'
import { statusRate } from './display-limits.ts'

type Needs = {
  repo: DisplayCodesRepo
  tx: RunInTransaction<'credentials' | 'displayCodes'>
  admit: AdmitCode
  limits: RateLimits
  now: () => number
}
type PollResult = Data<typeof displayScreen.status> & { binding: string | null }

/** Screen's side of pairing: it shows a code, and fetches the credential once the code is paired. */
export function createScreenPairing({ repo, tx, admit, limits, now }: Needs) {
  /** Makes a credential for this screen. An earlier one, whose answer was lost, becomes invalid. */
  async function release({ code_hash: hash, display_id: id, is_bound }: CodeRow): Promise<PollResult> {
    const [token, binding] = [newToken('ad'), is_bound === 1 ? newToken('db') : null]
    const isReleased = await tx(async ({ displayCodes, credentials }) => {
      if (id === null || !(await displayCodes.release(hash, now(), now() - DISPLAY_GRACE_MS))) return false
      await credentials.bind(id, { hash: hashToken(token), bindingHash: binding && hashToken(binding) })
      return true
    })
    return isReleased ? { status: 'paired', token, binding } : { status: 'expired', binding: null }
  }

  return {
    /** Makes a code for this screen; the earlier one, with the token `lastPoll`, ends. */
    async begin(device: Device, isBound: boolean, lastPoll: string | null): Promise<Data<typeof displayScreen.begin>> {
      await admit(device, lastPoll)
      const { code, shortCode } = newCodePair()
      const pollToken = newToken('dp')
      const expiresAt = now() + DISPLAY_CODE_MS
      await repo.insert({
        code_hash: keyOfCode(code).hash,
        short_hash: keyOfCode(shortCode).hash,
        poll_hash: hashToken(pollToken),
        is_bound: isBound ? 1 : 0,
        user_agent: device.userAgent,
        ip: device.ip,
        network: networkOf(device.ip),
        created_at: now(),
        expires_at: expiresAt,
      })
      const expiry = { expiresAt: new Date(expiresAt).toISOString(), expiresIn: DISPLAY_CODE_MS / 1000 }
      return { code, shortCode, ...expiry, pollToken }
    },

    /** Status of a code. `pollToken` is the secret of the asking screen, from its cookie or header. */
    async status(shownCode: string, pollToken: string | null): Promise<PollResult> {
      const hash = hashToken(shownCode)
      const code = await repo.find({ by: 'code_hash', hash })
      // Unknown codes have no rate limit: made-up codes must not push out the counts of real ones.
      if (!code) return { status: 'expired', binding: null }
      const isHolder = pollToken !== null && hashToken(pollToken) === code.poll_hash
      // Counts other callers apart, so that a person who has seen the code can't use up the screen's limit.
      limits.spend(statusRate, isHolder ? hash : hashToken(`others ${hash}`))
      const isPaired = code.display_id !== null
      if (now() >= code.expires_at + (isPaired ? DISPLAY_GRACE_MS : 0)) return { status: 'expired', binding: null }
      if (!isPaired) return { status: 'waiting', binding: null }
      return isHolder ? release(code) : { status: 'paired', binding: null }
    },
  }
}
export type ScreenPairing = ReturnType<typeof createScreenPairing>
