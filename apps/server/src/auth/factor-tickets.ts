import type { SessionProvider } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { FactorCheck } from '#server/factors/factor-check.ts'
import { FACTOR_TICKET_MS } from '#server/limits/limits.ts'
import type { Device } from '#server/sessions/device.ts'
import { hashToken, newToken } from '#server/sessions/tokens.ts'
import type { SignInAccount } from '#server/users/users.service.ts'
import type { TicketsRepo } from './tickets.repo.ts'

type Needs = { tickets: TicketsRepo; offer: FactorCheck['offer']; now: () => number }
type TicketRequest = { account: SignInAccount; device: Device; qrHash: string | null; provider: SessionProvider | null }

/** Answer to a right password if the account has a second factor. For a browser, the cookie holds `ticketBinding`. */
export class SecondFactorRequired extends AppError {
  readonly ticketBinding: string | null
  constructor(ticketBinding: string | null, secondFactor: AppError['details']['secondFactor']) {
    const message = 'This account has a second factor: a code or a passkey is needed, too'
    super('forbidden', message, { code: 'second_factor_required', ...(secondFactor && { secondFactor }) })
    this.ticketBinding = ticketBinding
  }
}

/**
 * Makes a ticket for the second factor after a right password. It is valid once, for five minutes, and until the
 * account's sessions are ended. A browser's ticket is valid in that browser only.
 */
export function createAskFactor({ tickets, offer, now }: Needs) {
  return async ({ account, device, qrHash, provider }: TicketRequest): Promise<SecondFactorRequired> => {
    const ticket = newToken('ft')
    const ticketBinding = device.isBrowser ? newToken('sf') : null
    const expiresAt = now() + FACTOR_TICKET_MS
    const bindingHash = ticketBinding && hashToken(ticketBinding)
    await tickets.insert(
      { hash: hashToken(ticket), userId: account.id, epoch: account.epoch, bindingHash, qrHash, provider },
      expiresAt,
    )
    const offered = await offer(account.id, device.origin, ticket)
    return new SecondFactorRequired(ticketBinding, { ticket, expiresAt: new Date(expiresAt).toISOString(), ...offered })
  }
}
export type AskFactor = ReturnType<typeof createAskFactor>
