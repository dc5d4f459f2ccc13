import type { AlertMessage } from '@atalaya/contract/alert-messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { messagesQuery } from '#web/features/alerts/channels.queries.ts'
import { plural } from '#web/lib/plural.ts'

/** Number of messages at first, and after "See more". */
const FEW = 5
const MANY = 100

type Look = { label: string; variant: 'success' | 'destructive' | 'warning' | 'default' | 'info' }
const LOOKS: Record<AlertMessage['state'], Look> = {
  waiting: { label: 'Waits', variant: 'info' },
  held: { label: 'Held', variant: 'info' },
  sending: { label: 'Being sent', variant: 'info' },
  sent: { label: 'Sent', variant: 'success' },
  failed: { label: 'Failed', variant: 'destructive' },
  'left out': { label: 'Not sent', variant: 'default' },
}

/** Log of messages, each with the reason why it was sent, delayed or left out. */
export function MessageLog() {
  const [showsMany, setShowsMany] = useState(false)
  const { data } = useQuery(messagesQuery(showsMany ? MANY : FEW))
  if (!data || data.length === 0) return null
  return (
    <Card aria-labelledby="log-title" className="overflow-hidden">
      <CardHeader className="pb-4">
        <div>
          <CardTitle id="log-title">Message log</CardTitle>
          <CardDescription>Each message of the last thirty days, with the reason.</CardDescription>
        </div>
      </CardHeader>
      <ul className="divide-y border-t">
        {data.map((message) => (
          <MessageRow key={message._id} message={message} />
        ))}
      </ul>
      {!showsMany && data.length === FEW && (
        <div className="border-t p-1">
          <Button variant="ghost" size="sm" className="w-full" onClick={() => setShowsMany(true)}>
            See more
          </Button>
        </div>
      )}
    </Card>
  )
}

function MessageRow({
  message: { title, channel, at, state, reason, tries, answer, perhapsTwice },
}: {
  message: AlertMessage
}) {
  const { label, variant } = LOOKS[state]
  const isTriedAgain = state === 'waiting' && tries > 0
  const details = [
    reason,
    perhapsTwice && 'Perhaps twice: the server stopped while it was sent',
    isTriedAgain && plural(tries, { one: 'tried once', other: 'tried # times' }),
    (state === 'failed' || isTriedAgain) && answer,
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <div className="grid min-w-48 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="break-words text-sm">{title}</span>
        <span className="break-words text-muted-foreground text-xs">
          {channel ? `${channel.name} · ` : ''}
          <RelativeTime at={at} fallback="" />
          {details.filter(Boolean).map((detail) => ` · ${detail}`)}
        </span>
      </div>
      <Badge variant={variant}>{label}</Badge>
    </li>
  )
}
