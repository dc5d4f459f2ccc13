import type { Session } from '@atalaya/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { MonitorSmartphone, Terminal } from 'lucide-react'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { endSession } from '#web/features/account/account.queries.ts'

export function SessionItem({ session }: { session: Session }) {
  const end = useMutation(endSession)
  const Icon = session.kind === 'api' ? Terminal : MonitorSmartphone
  return (
    <li className="flex items-center gap-3 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-muted text-muted-foreground">
        <Icon className="size-4.5" aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-medium">{session.device}</span>
          {session.current && <Badge variant="success">This session</Badge>}
          {session.kind === 'api' && <Badge>API session</Badge>}
          {session.signedInBy === 'qr' && <Badge variant="info">QR</Badge>}
          {session.provider && <Badge variant="info">by {session.provider}</Badge>}
          {session.signedInBy === 'passkey' && <Badge variant="info">Passkey</Badge>}
        </p>
        <p className="text-muted-foreground text-xs">
          {session.ip} · used <RelativeTime at={session.lastUsedAt} fallback="never" /> · signed in{' '}
          <RelativeTime at={session.createdAt} fallback="-" />
        </p>
      </div>
      {!session.current && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`End session of ${session.device}, ${session.ip}`}
          busy={end.isPending}
          onClick={() => end.mutate(session._id)}
        >
          End
        </Button>
      )}
    </li>
  )
}
