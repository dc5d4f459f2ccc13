import type { OwnedDisplay } from '@atalaya/contract/displays'
import { createFinder } from '@atalaya/format/folded'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { SearchInput } from '#web/components/search-input.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { DisplayStatus } from '#web/features/displays/display-status.tsx'
import { allDisplaysQuery, removeAnyDisplay } from '#web/features/displays/displays.queries.ts'
import { DisplaysLoadFailed } from '#web/features/displays/displays-load-failed.tsx'

/** For administrators: all displays and their owners. Their content stays private. */
export function AllDisplays() {
  const { data, error, refetch } = useQuery(allDisplaysQuery)
  const [typed, setTyped] = useState('')
  const [displayToRemove, setDisplayToRemove] = useState<OwnedDisplay | null>(null)
  if (error && !data) return <DisplaysLoadFailed reason={error.message} onRetry={refetch} />
  if (!data) return <Skeleton className="h-48 rounded-xl" />
  const isFound = createFinder(typed)
  const found = data.filter(({ name, place, owner }) => isFound(name, place, owner.username))
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <SearchInput placeholder="Search by name, place or owner..." onValueChange={setTyped} className="max-w-sm" />
      {found.length === 0 ? (
        <p className="text-muted-foreground">{typed.trim() === '' ? 'Nobody has a display.' : 'No results.'}</p>
      ) : (
        <Card aria-label="All displays">
          <ul className="divide-y">
            {found.map((display) => (
              <Row key={display._id} display={display} onRemove={() => setDisplayToRemove(display)} />
            ))}
          </ul>
        </Card>
      )}
      {displayToRemove && <RemoveAnyDialog display={displayToRemove} onClose={() => setDisplayToRemove(null)} />}
    </div>
  )
}

function Row({ display, onRemove }: { display: OwnedDisplay; onRemove: () => void }) {
  const { name, place, owner, isOnline, seenAt } = display
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="break-words font-medium">
          {name} <span className="font-normal text-muted-foreground text-sm">of {owner.username}</span>
        </p>
        <p className="break-words text-muted-foreground text-xs">
          {place && `${place} · `}
          Seen <RelativeTime at={seenAt} fallback="never" />
        </p>
      </div>
      <DisplayStatus isOnline={isOnline} />
      <Button variant="secondary" size="sm" aria-label={`Remove ${name} of ${owner.username}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

function RemoveAnyDialog({
  display: { _id: id, name, owner },
  onClose,
}: {
  display: OwnedDisplay
  onClose: () => void
}) {
  const remove = useMutation(removeAnyDisplay)
  return (
    <ConfirmDialog
      title={`Remove ${name} of ${owner.username}?`}
      description="Its screen shows nothing of it within a second and offers to be paired again."
      confirmText="Remove"
      busyText="Removing..."
      isDestructive
      isBusy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
