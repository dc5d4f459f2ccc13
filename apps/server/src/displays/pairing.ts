import { randomUUID } from 'node:crypto'
import { DISPLAYS_MAX, type Display, displaySettings, type displays } from '@atalaya/contract/displays'
import type { Data, Input } from '@atalaya/contract/route'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { describeDevice } from '#server/sessions/device.ts'
import { assertStillAllowed } from '#server/sessions/still-allowed.ts'
import { hashToken, newToken } from '#server/sessions/tokens.ts'
import type { CodeRow, DisplayCodesRepo } from './codes.repo.ts'
import { keyOfCode } from './codes.ts'
import { refuseInvalidFields } from './display-fields.ts'
import { wrongCodes, wrongCodesOfPerson } from './display-limits.ts'
import type { DisplayViews } from './display-views.ts'

type Needs = {
  repo: DisplayCodesRepo
  tx: RunInTransaction<'audit' | 'credentials' | 'displayCodes' | 'displays' | 'pages' | 'sessions' | 'users'>
  views: DisplayViews
  limits: RateLimits
  now: () => number
}

/** Owner's side of pairing: finds the screen that shows a code, and makes it a display. */
export function createPairing({ repo, tx, views, limits, now }: Needs) {
  function countRefusal({ userId, ip }: Caller): AppError {
    limits.count(wrongCodesOfPerson, userId)
    limits.count(wrongCodes, ip)
    return noSuchCode()
  }

  /**
   * Finds a code that a screen shows now.
   * @throws AppError not_found if no screen shows it; too_many after too many wrong codes
   */
  async function find(by: Caller, shownCode: string): Promise<CodeRow> {
    limits.check(wrongCodesOfPerson, by.userId)
    limits.check(wrongCodes, by.ip)
    const code = await repo.find(keyOfCode(shownCode))
    if (!code || code.display_id !== null || code.expires_at <= now()) throw countRefusal(by)
    return code
  }

  return {
    async waiting(by: Caller, shownCode: string): Promise<Data<typeof displays.waiting>> {
      const { user_agent, ip, created_at } = await find(by, shownCode)
      return { screen: { ...describeDevice(user_agent), ip, since: new Date(created_at).toISOString() } }
    },

    async pair(by: Caller, { code: shownCode, ...fields }: Input<typeof displays.pair>['body']): Promise<Display> {
      const code = await find(by, shownCode)
      const [id, at] = [randomUUID(), now()]
      await tx(async (repos) => {
        await assertStillAllowed(repos, by)
        if ((await repos.displays.count(by.userId)) >= DISPLAYS_MAX) throw tooMany()
        await refuseInvalidFields(repos.pages, by.userId, fields)
        // Hash of a random token that nobody gets; the screen gets its own token later.
        const hash = hashToken(newToken('ad'))
        await repos.credentials.insertDisplay({ id, hash, ownerId: by.userId, name: fields.name, now: at })
        const settings = displaySettings.parse({})
        await repos.displays.insert({ id, ownerId: by.userId, now: at, ...fields, settings })
        if (!(await repos.displayCodes.pair(code.code_hash, id, at))) throw noSuchCode()
        const { browser, os } = describeDevice(code.user_agent)
        const details = `${browser} on ${os}, ${code.ip}`
        await repos.audit.insert(at, { action: 'display.paired', by, target: { id, name: fields.name }, details })
      })
      return views.announceOne(id)
    },
  }
}
export type Pairing = ReturnType<typeof createPairing>

/** One error for codes that are unknown, used, replaced or expired. */
const noSuchCode = () =>
  new AppError('not_found', 'No screen shows this code. Codes expire after ten minutes: look at the screen again', {
    code: 'displays.no_code',
  })
const tooMany = () =>
  new AppError('conflict', `You have ${DISPLAYS_MAX} displays, the maximum; remove one first`, {
    code: 'displays.too_many',
  })
