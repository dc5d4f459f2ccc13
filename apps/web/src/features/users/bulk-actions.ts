import type { User } from '@atalaya/contract/users'
import type { QueryClient } from '@tanstack/react-query'
import { changeStatus, endSessions, removeUser } from '#web/features/users/users.queries.ts'
import { plural } from '#web/lib/plural.ts'

export type BulkKind = 'allow' | 'block' | 'revoke' | 'delete'

const accounts = (count: number) => plural(count, { one: '# account', other: '# accounts' })

type BulkAction = {
  label: string
  question: (count: number) => string
  /** Once it has happened. */
  done: (count: number) => string
  /** What it means, where that can't be taken back or is easily misread. */
  meaning: string
  isDestructive: boolean
  /** Whoever would do it to the own account is left out. */
  sparesSelf: boolean
  run: (client: QueryClient, id: string) => Promise<unknown>
}

/** What can be done to several accounts at a time. */
export const BULK: Record<BulkKind, BulkAction> = {
  allow: {
    label: 'Give access',
    question: (count) => `Give access to ${accounts(count)}?`,
    done: (count) => `Access given to ${accounts(count)}`,
    meaning: 'They can sign in again.',
    ...{ isDestructive: false, sparesSelf: false },
    run: (client, id) => changeStatus(client, id, true),
  },
  block: {
    label: 'Take access away',
    question: (count) => `Take access away from ${accounts(count)}?`,
    done: (count) => `Access taken away from ${accounts(count)}`,
    meaning: 'They are signed out at once, and their agents are kept out.',
    ...{ isDestructive: true, sparesSelf: true },
    run: (client, id) => changeStatus(client, id, false),
  },
  revoke: {
    label: 'Revoke tokens',
    question: (count) => `End all sessions of ${accounts(count)}?`,
    done: (count) => `Sessions of ${accounts(count)} ended`,
    meaning: 'They have to sign in again, on displays too.',
    ...{ isDestructive: false, sparesSelf: true },
    run: (_client, id) => endSessions(id),
  },
  delete: {
    label: 'Delete',
    question: (count) => `Delete ${accounts(count)}?`,
    done: (count) => `${accounts(count)} deleted`,
    meaning: 'Their dashboards, agents with their data, sessions and connections are deleted with them, for good.',
    ...{ isDestructive: true, sparesSelf: true },
    run: removeUser,
  },
}

/** Of which account it did not work, and why. */
export type BulkFailure = { user: User; reason: string }

/** Does it to one account after another, so that each is told how it went. */
export async function doToAll(kind: BulkKind, chosen: User[], client: QueryClient, onStep: (done: number) => void) {
  const failures: BulkFailure[] = []
  for (const [n, user] of chosen.entries()) {
    onStep(n)
    await BULK[kind].run(client, user._id).catch((error: Error) => failures.push({ user, reason: error.message }))
  }
  return failures
}
