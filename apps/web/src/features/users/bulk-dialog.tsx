import type { User } from '@atalaya/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { BULK_ACTIONS, type BulkFailure, type BulkKind, runBulkAction } from '#web/features/users/bulk-actions.ts'
import { OwnedAgents } from '#web/features/users/owned-agents.tsx'
import { notify } from '#web/lib/notify.ts'
import { plural } from '#web/lib/plural.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Maximum number of accounts at once; more would keep the server busy for minutes. */
const ACCOUNTS_MAX = 200
/** Number of names that are listed. */
const NAMED_MAX = 8

type BulkDialogProps = { kind: BulkKind; users: User[]; onClose: () => void }

/** Confirms an action on several accounts, runs it, and lists the failures. */
export function BulkDialog({ kind, users, onClose }: BulkDialogProps) {
  const { label, question, doneText, consequences, isDestructive, skipsOwnAccount } = BULK_ACTIONS[kind]
  const self = useSession()?.user?._id
  // Snapshot: the confirmed accounts stay the same while the list changes.
  const [chosen] = useState(() => users.filter(({ _id }) => !(skipsOwnAccount && _id === self)))
  const [owners] = useState(() => chosen.map(({ _id }) => _id))
  const [done, setDone] = useState(0)
  const [failures, setFailures] = useState<BulkFailure[]>([])
  const act = useMutation({
    mutationFn: (_: undefined, { client }) => runBulkAction(kind, chosen, client, setDone),
    onSuccess: (failed) => {
      setFailures(failed)
      if (failed.length > 0) return
      void notify('success', doneText(chosen.length))
      onClose()
    },
  })
  const hasEnded = failures.length > 0
  const isTooMany = chosen.length > ACCOUNTS_MAX
  return (
    <ConfirmDialog
      title={question(chosen.length)}
      description={consequences}
      confirmText={hasEnded ? 'Close' : label}
      busyText={`${done + 1} of ${chosen.length}...`}
      isDestructive={isDestructive && !hasEnded}
      isBusy={act.isPending}
      canConfirm={chosen.length > 0 && !isTooMany}
      onConfirm={() => (hasEnded ? onClose() : act.mutate(undefined))}
      onClose={onClose}
    >
      {chosen.length < users.length && <p className="text-muted-foreground text-sm">Your own account is left out.</p>}
      {isTooMany && <p className="text-sm">At most {ACCOUNTS_MAX} accounts at a time: choose fewer.</p>}
      {hasEnded ? <Failures failures={failures} total={chosen.length} /> : <Names users={chosen} />}
      {kind === 'delete' && !hasEnded && !isTooMany && <OwnedAgents owners={owners} />}
    </ConfirmDialog>
  )
}

function Names({ users }: { users: User[] }) {
  const more = users.length - NAMED_MAX
  return (
    <ul className="grid gap-1 rounded-md bg-muted px-3 py-2 text-sm">
      {users.slice(0, NAMED_MAX).map(({ _id, username, email }) => (
        <li key={_id} className="break-words">
          <strong className="font-medium">{username}</strong> · {email}
        </li>
      ))}
      {more > 0 && <li>{plural(more, { one: 'and # more', other: 'and # more' })}</li>}
    </ul>
  )
}

function Failures({ failures, total }: { failures: BulkFailure[]; total: number }) {
  return (
    <div role="alert" className="grid gap-1 text-sm">
      <p className="font-medium">
        {total - failures.length} of {total} done. It did not work for:
      </p>
      <ul className="grid max-h-48 gap-1 overflow-y-auto">
        {failures.map(({ user, reason }) => (
          <li key={user._id} className="break-words">
            <strong className="font-medium">{user.username}</strong>: {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}
