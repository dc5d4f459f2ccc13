import type { FollowedIndex } from '@atalaya/contract/module-indexes'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { acceptKey, removeIndex } from '#web/features/marketplace/indexes/indexes.queries.ts'
import { KeyText } from '#web/features/marketplace/indexes/key-text.tsx'

type ConfirmProps = { index: FollowedIndex; onClose: () => void }

export function RemoveIndexDialog({ index: { _id, name }, onClose }: ConfirmProps) {
  const remove = useMutation(removeIndex)
  return (
    <ConfirmDialog
      title={`Remove ${name}`}
      description="Its modules stay installed, and those that it has stopped stay stopped. There will be no more updates."
      confirmText="Remove"
      busyText="Removing..."
      isDestructive
      isBusy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate(_id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

/** Warns about a changed key: another publisher, or the same one after losing the old key. Only the publisher knows. */
export function AcceptKeyDialog({ index: { _id, name, key, otherKey }, onClose }: ConfirmProps) {
  const accept = useMutation(acceptKey)
  if (otherKey === null) return null
  return (
    <ConfirmDialog
      title={`Accept another key for ${name}`}
      description="The index is signed with another key than the one that you have confirmed. Ask its publisher by another way whether this one is theirs."
      confirmText="The key is theirs"
      busyText="Accepting..."
      isDestructive
      isBusy={accept.isPending}
      error={accept.error?.message}
      onConfirm={() => accept.mutate({ id: _id, key: otherKey }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <KeyText label="Confirmed before" text={key} />
      <KeyText label="Now" text={otherKey} />
    </ConfirmDialog>
  )
}
