import type { AlertChannel } from '@atalaya/contract/alert-channels'
import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { KIND_TITLES } from '#web/features/alerts/channel-words.ts'
import { removeChannel, testChannel } from '#web/features/alerts/channels.queries.ts'

const FROM_TEXTS = { info: 'everything', warning: 'warnings and worse', critical: 'critical alerts' }

/** One channel: its destination, its severities, and the last delivery result. */
export function ChannelRow({ channel, onEdit }: { channel: AlertChannel; onEdit: () => void }) {
  const { _id: id, name, kind, shown, from, isOn, last } = channel
  const trial = useMutation(testChannel)
  const removal = useMutation(removeChannel)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="grid min-w-48 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <span className="flex items-center gap-2">
            <bdi className="truncate font-medium">{name}</bdi>
            {!isOn && <Badge>Off</Badge>}
            {isOn && last && !last.isGood && <Badge variant="destructive">Does not work</Badge>}
          </span>
          <span className="break-words text-muted-foreground text-xs">
            {KIND_TITLES[kind]} · {shown} · {FROM_TEXTS[from]}
            {last && (
              <>
                {' · last used '}
                <RelativeTime at={last.at} fallback="" />
              </>
            )}
          </span>
        </div>
        <div className="flex gap-1">
          <Button
            variant="secondary"
            size="sm"
            busy={trial.isPending}
            aria-label={`Send a test to ${name}`}
            onClick={() => trial.mutate(id)}
          >
            Send a test
          </Button>
          {kind !== 'push' && (
            <Button variant="ghost" size="icon-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
              <Pencil aria-hidden />
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon-sm"
            busy={removal.isPending}
            aria-label={`Remove ${name}`}
            onClick={() => removal.mutate(id)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      </div>
      {trial.data && (
        <Alert variant={trial.data.isGood ? 'info' : 'destructive'}>
          {trial.data.isGood ? 'It was taken. The other side said: ' : 'It did not work. The other side said: '}
          <code className="break-all">{trial.data.answer || 'nothing'}</code>
        </Alert>
      )}
    </li>
  )
}
