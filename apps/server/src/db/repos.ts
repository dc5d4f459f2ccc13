import { createAgentsRepo } from '#server/agents/agents.repo.ts'
import { createAuthRepo } from '#server/auth/auth.repo.ts'
import { createPagesRepo } from '#server/dashboard/pages.repo.ts'
import { createWidgetsRepo } from '#server/dashboard/widgets.repo.ts'
import { createUsersRepo } from '#server/users/users.repo.ts'
import type { Db, Tx } from './schema.ts'

/** Every slice's repository, on the database or inside one transaction. A service takes only those of its slice. */
export function createRepos(db: Db | Tx) {
  return {
    agents: createAgentsRepo(db),
    auth: createAuthRepo(db),
    pages: createPagesRepo(db),
    users: createUsersRepo(db),
    widgets: createWidgetsRepo(db),
  }
}
export type Repos = ReturnType<typeof createRepos>

/** Runs `work` on repositories that share one transaction: all of it happens, or nothing. */
export type RunInTransaction = <T>(work: (repos: Repos) => Promise<T>) => Promise<T>

export function transactionsOn(db: Db): RunInTransaction {
  return (work) => db.transaction().execute((tx) => work(createRepos(tx)))
}
