import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { endOtherSessions, sessionsQuery } from '#web/features/account/account.queries.ts'
import { LockNotice } from '#web/features/account/lock-notice.tsx'
import { SessionItem } from '#web/features/account/session-item.tsx'
import { useCommandPaletteRequest } from '#web/lib/use-palette-request.ts'

export function SessionsCard() {
  const { sessions, lock } = useSuspenseQuery(sessionsQuery).data
  const [isAsking, setAsking] = useState(false)
  useCommandPaletteRequest('end-sessions', () => setAsking(sessions.length > 1))
  const endOthers = useMutation(endOtherSessions)
  const close = () => setAsking(false)
  return (
    <Card aria-labelledby="sessions-title">
      <CardHeader>
        <div>
          <CardTitle id="sessions-title">Sessions</CardTitle>
          <CardDescription>Your devices that are signed in. End those that you don't recognise.</CardDescription>
        </div>
        {sessions.length > 1 && (
          <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
            End all others
          </Button>
        )}
      </CardHeader>
      <CardContent className="pt-2">
        {lock && <LockNotice lock={lock} />}
        <ul className="divide-y">
          {sessions.map((session) => (
            <SessionItem key={session._id} session={session} />
          ))}
        </ul>
      </CardContent>
      {isAsking && (
        <ConfirmDialog
          title="End all other sessions"
          description="Every other browser, display and script of yours is signed out at once. This one stays."
          confirmText="End sessions"
          busyText="Ending..."
          isBusy={endOthers.isPending}
          onConfirm={() => endOthers.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
    </Card>
  )
}
