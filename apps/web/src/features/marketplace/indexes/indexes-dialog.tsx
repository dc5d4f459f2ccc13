import type { FollowedIndex } from '@atalaya/contract/module-indexes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#web/components/ui/dialog.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { AddIndex } from '#web/features/marketplace/indexes/add-index.tsx'
import { AcceptKeyDialog, RemoveIndexDialog } from '#web/features/marketplace/indexes/confirm-index.tsx'
import { FollowedIndexRow } from '#web/features/marketplace/indexes/followed-index.tsx'
import { indexesQuery } from '#web/features/marketplace/indexes/indexes.queries.ts'

type OpenAction = { index: FollowedIndex; kind: 'remove' | 'key' }

/** For administrators: adds, checks and removes indexes. */
export function IndexesDialog({ onClose }: { onClose: () => void }) {
  const { data: indexes, isError, refetch } = useQuery(indexesQuery)
  const [action, setAction] = useState<OpenAction | null>(null)
  const back = () => setAction(null)
  if (action?.kind === 'remove') return <RemoveIndexDialog index={action.index} onClose={back} />
  if (action?.kind === 'key') return <AcceptKeyDialog index={action.index} onClose={back} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Indexes of modules</DialogTitle>
          <DialogDescription>
            A signed list of modules that somebody publishes. This server looks at it every hour, and installs nothing
            by itself.
          </DialogDescription>
        </DialogHeader>
        {!indexes && !isError && <Skeleton className="h-16" />}
        {isError && !indexes && (
          <Alert>
            Could not load the indexes{' '}
            <Button variant="link" className="h-auto px-0" onClick={() => void refetch()}>
              Try Again
            </Button>
          </Alert>
        )}
        {indexes && indexes.length > 0 && (
          <ul className="grid gap-3" aria-label="Indexes">
            {indexes.map((index) => (
              <FollowedIndexRow key={index._id} index={index} onAction={(kind) => setAction({ index, kind })} />
            ))}
          </ul>
        )}
        <AddIndex />
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
