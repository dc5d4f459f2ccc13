import { randomUUID } from 'node:crypto'
import type { CreationOptions, NewCredential, PasskeyRequestOptions } from '@atalaya/contract/passkeys'
import { PASSKEYS_MAX } from '@atalaya/contract/passkeys'
import type { Passkey } from '@atalaya/contract/second-factor'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { FactorChanges } from './factor-changes.ts'
import type { Ceremony } from './passkey-ceremony.ts'
import type { PasskeysRepo, StoredPasskey } from './passkeys.repo.ts'
import { type Site, siteOf } from './site.ts'

type Needs = {
  users: Pick<UsersService, 'get'>
  passkeys: PasskeysRepo
  ceremony: Ceremony
  changes: FactorChanges
  tx: RunInTransaction<'audit' | 'passkeys'>
  limits: RateLimits
  now: () => number
}

/** Calls about one's own passkeys. `origin` is that of the page. */
export function createOwnPasskeys({ users, passkeys, ceremony, changes, tx, limits, now }: Needs) {
  const bindingOf = ({ sessionId }: Caller) => ({ purpose: 'register' as const, boundTo: sessionId })

  return {
    async begin(by: Caller, origin: string | null): Promise<CreationOptions> {
      const site = siteOrRefuse(origin)
      const present = await passkeys.listOf(by.userId)
      if (present.length >= PASSKEYS_MAX) throw tooMany()
      limits.spend(rates.passkeyChallenges, by.ip)
      const { username, name, surname } = await users.get(by.userId)
      const owner = { id: by.userId, username, displayName: `${name} ${surname}` }
      return ceremony.creationOptions(bindingOf(by), site, owner, present)
    },

    async add(
      by: Caller,
      name: string,
      credential: NewCredential,
    ): Promise<{ passkey: Passkey; recoveryCodes?: string[] | undefined }> {
      const checked = await ceremony.checkNew(credential, bindingOf(by))
      if ('reason' in checked) throw refusal()
      const dates = { createdAt: now(), lastUsedAt: null }
      const passkey: StoredPasskey = { id: randomUUID(), userId: by.userId, name, ...checked, ...dates }
      const adding = changes.change(by, {
        action: 'factor.passkey_added',
        details: name,
        async work(repos) {
          if ((await repos.passkeys.listOf(by.userId)).length >= PASSKEYS_MAX) throw tooMany()
          await repos.passkeys.insert(passkey)
        },
      })
      const { recoveryCodes } = await adding.catch((error: unknown) => {
        throw isUniqueViolation(error) ? refusal() : error
      })
      return { passkey: toView(passkey), recoveryCodes }
    },

    rename: (by: Caller, id: string, name: string): Promise<Passkey> =>
      tx(async (repos) => {
        const renamed = await repos.passkeys.rename(id, by.userId, name)
        if (!renamed) throw noSuchPasskey()
        await repos.audit.insert(now(), { action: 'factor.passkey_renamed', by, details: name })
        return toView(renamed)
      }),

    async remove(by: Caller, id: string): Promise<void> {
      const found = (await passkeys.listOf(by.userId)).find((passkey) => passkey.id === id)
      if (!found) throw noSuchPasskey()
      await changes.change(by, {
        action: 'factor.passkey_removed',
        details: found.name,
        isRemoval: true,
        async work(repos) {
          if (!(await repos.passkeys.remove(id, by.userId))) throw noSuchPasskey()
        },
      })
    },

    /** Challenge to confirm with a passkey; null if none works at this origin. */
    async confirmOptions(by: Caller, origin: string | null): Promise<PasskeyRequestOptions | null> {
      const site = siteOf(origin)
      const usable = (await passkeys.listOf(by.userId)).filter(({ rpId }) => rpId === site?.rpId)
      if (!site || usable.length === 0) return null
      limits.spend(rates.passkeyChallenges, by.ip)
      const binding = { purpose: 'confirm', boundTo: by.sessionId, userVerification: 'required' } as const
      return ceremony.requestOptions({ ...binding, site, passkeys: usable })
    },
  }
}
export type OwnPasskeys = ReturnType<typeof createOwnPasskeys>

export const toView = (passkey: StoredPasskey): Passkey => ({
  _id: passkey.id,
  name: passkey.name,
  host: passkey.rpId,
  isSynced: passkey.isSynced,
  createdAt: new Date(passkey.createdAt).toISOString(),
  lastUsedAt: passkey.lastUsedAt === null ? null : new Date(passkey.lastUsedAt).toISOString(),
})

function siteOrRefuse(origin: string | null): Site {
  const site = siteOf(origin)
  if (site) return site
  const message = 'Passkeys work over https or on localhost, and for a name, not for an address'
  throw new AppError('bad_request', message, { code: 'passkey.not_here' })
}

const refusal = () =>
  new AppError('bad_request', 'This passkey was not accepted; try again', { code: 'passkey.refused' })
const tooMany = () =>
  new AppError('conflict', `An account can have ${PASSKEYS_MAX} passkeys; remove one first`, {
    code: 'passkey.too_many',
  })
const noSuchPasskey = () => new AppError('not_found', 'There is no such passkey', { code: 'passkey.not_found' })
