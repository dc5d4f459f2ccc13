import type { Config } from '#server/config.ts'
import { createFaults } from '#server/containment/faults.ts'
import { openDatabase } from '#server/db/open.ts'
import { createReadCache, createWriteCounter } from '#server/db/read-cache.ts'
import { openBus } from '#server/events/open-bus.ts'
import { createRevocations } from '#server/events/revocations.ts'
import { type Admin, createAdmin } from '#server/maintenance/admin.ts'
import { createPasswords } from '#server/passwords/passwords.ts'
import { createSessions, SESSION_TABLES } from '#server/sessions/sessions.ts'
import { giveIdIfEmpty, identityOf } from '#server/storage/identity.ts'
import { createRepos, transactionsOn } from './repos.ts'

/** Runs commands on accounts from the command line, also while the server runs. */
export async function administer(
  config: Config,
  work: (admin: Admin) => Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  const db = await openDatabase(config)
  await giveIdIfEmpty(db)
  const faults = createFaults((error) => say(String(error)))
  // By NATS other instances learn of ended sessions at once, without it within a second.
  const bus = await openBus(config, faults, (await identityOf(db)) ?? '')
  try {
    const repos = createRepos(db)
    // The write counter of 0 ms makes the cache keep nothing.
    const sessions = createSessions({
      repo: repos,
      revocations: createRevocations(bus),
      findRecent: createReadCache(createWriteCounter(0), SESSION_TABLES, Date.now),
      isFactorRequired: repos.factors.isRequired,
      now: Date.now,
    })
    await work(createAdmin({ repos, tx: transactionsOn(db), passwords: createPasswords(), sessions, now: Date.now }))
  } finally {
    await bus.close()
    await db.destroy()
  }
}
