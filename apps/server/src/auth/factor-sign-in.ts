import type { FactorKind, FactorProof } from '@atalaya/contract/factor-proof'
import { AppError } from '#server/domain/errors.ts'
import type { FactorCheck, ValidFactor } from '#server/factors/factor-check.ts'
import { FACTOR_TRIES, rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Device } from '#server/sessions/device.ts'
import { budgetKey, factorKey, type GuessBudget } from '#server/sessions/guess-budget.ts'
import { hashToken } from '#server/sessions/tokens.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { BeginAttempt } from './attempts.ts'
import { BY_LOGIN, byProvider, type LetIn, type SignedInWithCookies, type WayIn } from './letting-in.ts'
import type { QrApproval } from './qr-approval.ts'
import type { TicketsRepo } from './tickets.repo.ts'

type Needs = {
  tickets: TicketsRepo
  users: Pick<UsersService, 'findForSignInById'>
  check: FactorCheck['check']
  budget: GuessBudget
  begin: BeginAttempt
  letIn: LetIn
  approvalOf: QrApproval['wayOf']
  limits: RateLimits
  now: () => number
}

/** Second step of signing in by a password: the ticket of the first step, and a second factor. */
export function createFactorSignIn(needs: Needs) {
  const { tickets, users, check, budget, begin, letIn, approvalOf, limits, now } = needs

  /**
   * Takes one try from a ticket and returns its account.
   *
   * @throws AppError gone, the same for every fault of the ticket; too_many after too many failures of the network
   */
  async function redeem(hash: string, ticketBinding: string | null, { ip }: Device) {
    limits.check(rates.failedSignIns, ip)
    const ticket = await tickets.takeTry(hash, ticketBinding && hashToken(ticketBinding), now(), FACTOR_TRIES)
    const account = ticket && (await users.findForSignInById(ticket.userId))
    if (ticket && account?.isActive && account.epoch === ticket.epoch) return { ticket, account }
    limits.count(rates.failedSignIns, ip)
    throw ticketGone()
  }

  return {
    /**
     * Signs in with a ticket and the second factor. A wrong factor costs a try of the budget of factors and one of the
     * budget of passwords. Only a complete sign-in gives tries back.
     */
    async prove(shownTicket: string, proof: FactorProof, device: Device, ticketBinding: string | null) {
      const hash = hashToken(shownTicket)
      const { ticket, account } = await redeem(hash, ticketBinding, device)
      const firstStep = ticket.provider ? byProvider(ticket.provider) : BY_LOGIN
      const way = ticket.qrHash === null ? firstStep : await approvalOf(ticket.qrHash, device)
      const attempt = await begin({ account, device })
      let validFactor: ValidFactor | null = null
      const openSession = (inTransaction: NonNullable<WayIn['inTransaction']>): Promise<SignedInWithCookies> => {
        const details = [way.details, validFactor?.how].filter(Boolean).join(', ')
        return letIn({ account, device, hasShownFactor: true }, { ...way, details, inTransaction })
      }
      const isRight = async () => {
        validFactor = await check(account.id, proof, shownTicket)
        return validFactor !== null
      }
      const signedIn = await budget.enter(
        budgetKey('', account.id, attempt.deviceHash),
        () => budget.guess(factorKey(account.id, attempt.deviceHash), isRight),
        (clearBudget) =>
          openSession(async (repos) => {
            if (!(await repos.tickets.use(hash))) throw ticketGone()
            if (!(await validFactor?.markUsedIn(repos))) throw wrongFactor(proof.kind)
            await clearBudget(repos)
            await way.inTransaction?.(repos, account)
          }),
      )
      if (signedIn) return signedIn
      await attempt.fail('auth.factor_failed', proof.kind)
      throw wrongFactor(proof.kind)
    },
  }
}
export type FactorSignIn = ReturnType<typeof createFactorSignIn>

const WRONG: Record<FactorKind, string> = {
  totp: 'This code is not right, or was used before; take the one that the app shows now',
  recovery: 'This is none of your recovery codes, or it was used before',
  passkey: 'This passkey was not accepted; try again',
}
const wrongFactor = (kind: FactorKind) => new AppError('unauthorized', WRONG[kind], { code: 'auth.wrong_factor' })
const ticketGone = () =>
  new AppError('gone', 'This sign-in has expired. Sign in again.', {
    code: 'auth.ticket_gone',
  })
