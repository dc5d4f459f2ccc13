import type { Repos } from '#server/compose/repos.ts'
import type { Faults } from '#server/containment/faults.ts'
import { type Repeated, repeat } from '#server/containment/repeat.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import {
  ACCESS_TOKEN_MS,
  CLOCK_SKEW_MAX_MS,
  guesses,
  KNOWN_DEVICE_MS,
  REFRESH_IDLE_MS,
  SESSION_MS,
} from '#server/limits/limits.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

type Needs = {
  repos: Pick<
    Repos,
    | 'audit'
    | 'commands'
    | 'credentials'
    | 'displayCodes'
    | 'gateway'
    | 'guessing'
    | 'passkeys'
    | 'qr'
    | 'sessions'
    | 'tickets'
    | 'tokens'
  >
  retentionDays: number
  runExclusive: RunExclusive
  faults: Faults
  now: () => number
}

/** Removes expired rows once an hour. Until then they are refused when they are read. */
export function createHousekeeping({ repos, retentionDays, runExclusive, faults, now }: Needs) {
  /** Shortens expiries written while the clock ran ahead. Another instance's clock may be a few seconds ahead. */
  async function shortenExpiries(): Promise<void> {
    const at = now() + CLOCK_SKEW_MAX_MS
    await repos.tokens.shorten({ access: at + ACCESS_TOKEN_MS, refresh: at + REFRESH_IDLE_MS })
    await repos.sessions.shorten(at, at + SESSION_MS)
    await repos.gateway.lowerLastSeen(at)
  }

  async function sweep(): Promise<void> {
    await shortenExpiries()
    await repos.tokens.removeExpired(now())
    await repos.sessions.removeDead(now(), now() - REFRESH_IDLE_MS)
    await repos.tickets.removeExpired(now())
    await repos.passkeys.removeExpiredChallenges(now())
    await repos.credentials.removeEnded(now() - 30 * DAY_MS)
    await repos.qr.removeOlderThan(now() - HOUR_MS)
    await repos.displayCodes.removeOlderThan(now() - HOUR_MS)
    await repos.guessing.removeUnusedSince({
      budgets: now() - 2 * guesses.forgottenAfterMs,
      devices: now() - KNOWN_DEVICE_MS,
    })
    const oldest = now() - retentionDays * DAY_MS
    await repos.audit.removeOlderThan(oldest)
    await repos.commands.removeOlderThan(oldest)
  }

  let job: Repeated | undefined
  return {
    sweep,
    start(): void {
      faults.inBackground('job', shortenExpiries())
      job = repeat(faults, HOUR_MS, () => runExclusive('housekeeping', sweep))
    },
    stop: async (): Promise<void> => job?.stop(),
  }
}
