import type { User } from '@atalaya/contract/users'
import type { QueryClient } from '@tanstack/react-query'
import { changeStatus, endSessions, removeUser } from '#web/features/users/users.queries.ts'
import { plural } from '#web/lib/plural.ts'

export type BulkKind = 'allow' | 'block' | 'revoke' | 'delete'

const accounts = (count: number) => plural(count, { one: '# account', other: '# accounts' })

type BulkAction = {
  label: string
  question: (count: number) => string
  /** Message after success. */
  doneText: (count: number) => string
  /** Named before an action that is irreversible or easily misread. */
  consequences: string
  isDestructive: boolean
  /** Leaves out the account of the user who runs it. */
  skipsOwnAccount: boolean
  run: (client: QueryClient, id: string) => Promise<unknown>
}

export const BULK_ACTIONS: Record<BulkKind, BulkAction> = {
  allow: {
    label: 'Give access',
    question: (count) => `Give access to ${accounts(count)}?`,
    doneText: (count) => `Access given to ${accounts(count)}`,
    consequences: 'They can sign in again, and their displays go on.',
    isDestructive: false,
    skipsOwnAccount: false,
    run: (client, id) => changeStatus(client, { id, isActive: true }),
  },
  block: {
    label: 'Take access away',
    question: (count) => `Take access away from ${accounts(count)}?`,
    doneText: (count) => `Access taken away from ${accounts(count)}`,
    consequences:
      'They are signed out at once, their agents are kept out, and their displays pause until they have access again.',
    isDestructive: true,
    skipsOwnAccount: true,
    run: (client, id) => changeStatus(client, { id, isActive: false }),
  },
  revoke: {
    label: 'Revoke tokens',
    question: (count) => `End all sessions of ${accounts(count)}?`,
    doneText: (count) => `Sessions of ${accounts(count)} ended`,
    consequences: 'They have to sign in again, also on screens that show /client. Their displays and tokens stay.',
    isDestructive: false,
    skipsOwnAccount: true,
    run: (_client, id) => endSessions(id),
  },
  delete: {
    label: 'Delete',
    question: (count) => `Delete ${accounts(count)}?`,
    doneText: (count) => `${accounts(count)} deleted`,
    consequences:
      'Their dashboards, displays, agents with their data, sessions, tokens and connections are deleted, for good.',
    isDestructive: true,
    skipsOwnAccount: true,
    run: removeUser,
  },
}

/** Account that an action failed for, and the reason. */
export type BulkFailure = { user: User; reason: string }

/** Runs one account after another, to report each failure. */
export async function runBulkAction(
  kind: BulkKind,
  chosen: User[],
  client: QueryClient,
  onStep: (done: number) => void,
) {
  const failures: BulkFailure[] = []
  for (const [n, user] of chosen.entries()) {
    onStep(n)
    await BULK_ACTIONS[kind]
      .run(client, user._id)
      .catch((error: Error) => failures.push({ user, reason: error.message }))
  }
  return failures
}
