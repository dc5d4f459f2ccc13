import { randomUUID } from 'node:crypto'
import type { Completion, ProviderNewcomer } from '@atalaya/contract/identities'
import { email, name, surname } from '@atalaya/contract/users'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import { AppError } from '#server/domain/errors.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { ProfileClaims } from './claims.ts'
import type { Provider } from './provider.ts'
import { usernameFrom, variantsOf } from './usernames.ts'

type Needs = {
  users: UsersService
  tx: RunInTransaction<'audit' | 'identities' | 'users'>
  repo: Pick<Repos['users'], 'findForSignIn'>
  now: () => number
}
type Profile = Omit<Completion, 'ticket'>
type Suggestion = Omit<ProviderNewcomer, 'ticket'>
type Outcome = { userId: string } | { incomplete: Suggestion }

/** Retries after another account has taken the name or the e-mail meanwhile. */
const RETRIES = 3

/** Creates accounts for new people that a provider vouches for. They have no password. */
export function createNewcomers({ users, tx, repo, now }: Needs) {
  const isFree = async (login: string) => (await repo.findForSignIn(login)) === null

  async function freeUsername({ username, email }: ProfileClaims): Promise<string> {
    const wanted = usernameFrom(username) ?? usernameFrom(email)
    if (wanted === null) return ''
    for (const variant of variantsOf(wanted)) if (await isFree(variant)) return variant
    return ''
  }

  /** Profile of a new account by the claims; or a suggestion with the reason, if fields are missing. */
  async function profileOf(claimed: ProfileClaims, provider: Provider): Promise<Profile | Suggestion> {
    const fields = {
      username: await freeUsername(claimed),
      email: email.safeParse(claimed.email).data ?? '',
      name: name.safeParse(claimed.name).data ?? '',
      surname: surname.safeParse(claimed.surname).data ?? '',
    }
    const suggest = (reason: string, suggestion = fields): Suggestion => ({ suggestion, reason })
    if (fields.email === '') return suggest(`${provider.name} has given no e-mail address for you.`)
    if (!claimed.isEmailVerified) {
      return suggest(`${provider.name} does not vouch for your e-mail address. Is it right?`)
    }
    if (!(await isFree(fields.email))) return suggest(takenText(provider, fields.email), { ...fields, email: '' })
    if ([fields.username, fields.name, fields.surname].includes('')) {
      return suggest(`${provider.name} has not given everything that an account needs.`)
    }
    return fields
  }

  async function assertOpen(provider: Provider): Promise<void> {
    // The first account needs the setup code, which no provider knows.
    if (!(await users.hasAny())) {
      throw refusal('oidc.no_accounts_yet', 'The first account is made by signing up; link your provider to it then')
    }
    if (provider.registration === 'open') return
    const hint = `If you have one, sign in with its password and link ${provider.name} under Account.`
    throw refusal('auth.registration_closed', `There is no account here for you at ${provider.name}. ${hint}`)
  }

  async function insert(
    provider: Provider,
    { subject, label }: UnlinkedIdentity,
    profile: Profile,
    ip: string,
  ): Promise<string> {
    const id = randomUUID()
    await tx(async (repos) => {
      const account = { ...profile, id, birthday: null, role: 'user' as const, passwordHash: null, now: now() }
      const { username } = await repos.users.insert(account)
      const { issuer } = provider
      const linked = { userId: id, issuer, subject, label, givesAdmin: false, linkedAt: now(), lastUsedAt: null }
      await repos.identities.insert({ id: randomUUID(), ...linked })
      const by = { userId: id, username, ip }
      await repos.audit.insert(now(), { action: 'auth.registered', by, details: `user, by ${provider.name}` })
    })
    return id
  }

  return {
    /**
     * Makes an account from the provider's claims, if they are complete and no other account has them.
     *
     * @throws AppError forbidden if this provider may make no accounts, or this server has none yet
     */
    async make(provider: Provider, claimed: ProfileClaims, ip: string): Promise<Outcome> {
      await assertOpen(provider)
      for (let retriesLeft = RETRIES; ; retriesLeft--) {
        const profile = await profileOf(claimed, provider)
        if ('reason' in profile) return { incomplete: profile }
        try {
          return { userId: await insert(provider, claimed, profile, ip) }
        } catch (error) {
          // Another account has just taken the name or the e-mail, or the same person came twice.
          if (!isUniqueViolation(error) || retriesLeft === 0) throw error
        }
      }
    },

    /**
     * Makes an account from the person's input.
     *
     * @throws AppError conflict if name or e-mail are somebody else's; forbidden as in `make`
     */
    async complete(provider: Provider, identity: UnlinkedIdentity, profile: Profile, ip: string): Promise<string> {
      await assertOpen(provider)
      if (!(await isFree(profile.email))) throw fieldTaken('email', takenText(provider, profile.email))
      if (!(await isFree(profile.username))) throw fieldTaken('username', 'This username is already taken')
      return insert(provider, identity, profile, ip).catch((error: unknown) => {
        throw isUniqueViolation(error) ? fieldTaken('username', 'This username or e-mail is already taken') : error
      })
    },
  }
}
export type Newcomers = ReturnType<typeof createNewcomers>

/** Stored identity of a person without an account. */
export type UnlinkedIdentity = Pick<ProfileClaims, 'subject' | 'label'>

const takenText = (provider: Provider, address: string) =>
  `An account with the e-mail ${address} exists here. If it is yours, sign in to it and link ${provider.name} under Account; else use another address.`
const refusal = (code: string, message: string) => new AppError('forbidden', message, { code })
const fieldTaken = (path: string, message: string) =>
  new AppError('conflict', message, { code: 'auth.taken', errors: [{ path, message }] })
