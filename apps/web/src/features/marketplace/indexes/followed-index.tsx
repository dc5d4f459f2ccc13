import type { FollowedIndex } from '@atalaya/contract/module-indexes'
import { useMutation } from '@tanstack/react-query'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { checkIndex } from '#web/features/marketplace/indexes/indexes.queries.ts'
import { KeyText } from '#web/features/marketplace/indexes/key-text.tsx'
import { plural } from '#web/lib/plural.ts'

type FollowedIndexProps = { index: FollowedIndex; onAction: (kind: 'remove' | 'key') => void }

/** One followed index: publisher's key, result of the last check, and actions. */
export function FollowedIndexRow({ index, onAction }: FollowedIndexProps) {
  const { _id, address, name, key, serial, madeAt, moduleCount, lookedAt, fault, otherKey } = index
  const check = useMutation(checkIndex)
  return (
    <li aria-label={name} className="grid min-w-0 gap-2 rounded-lg border p-3 text-sm">
      <p className="font-semibold">{name}</p>
      <p className="break-all text-muted-foreground text-xs">{address}</p>
      <p className="text-muted-foreground text-xs">
        {plural(moduleCount, { one: '# module', other: '# modules' })} · number {serial}, made{' '}
        <RelativeTime at={madeAt} fallback="" /> · looked at <RelativeTime at={lookedAt} fallback="" />
      </p>
      <KeyText label="Key" text={key} />
      {fault && <Alert>{fault}. What it said before stays in force.</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" size="sm" aria-label={`Remove ${name}`} onClick={() => onAction('remove')}>
          Remove…
        </Button>
        {otherKey && (
          <Button variant="secondary" size="sm" onClick={() => onAction('key')}>
            Accept another key…
          </Button>
        )}
        <Button size="sm" busy={check.isPending} aria-label={`Check now: ${name}`} onClick={() => check.mutate(_id)}>
          Check now
        </Button>
      </div>
    </li>
  )
}
