import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { channelsQuery } from '#web/features/alerts/channels.queries.ts'
import { ChannelsCard } from '#web/features/alerts/channels-card.tsx'
import { ChoicesCard } from '#web/features/alerts/choices-card.tsx'
import { MessageLog } from '#web/features/alerts/message-log.tsx'
import { SendersCard } from '#web/features/alerts/senders-card.tsx'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

/** Channels, notification times and the message log; for administrators also the server's senders. */
export function Notifications() {
  const { data, isPending, refetch } = useQuery(channelsQuery)
  const isAdministrator = isAdmin(useSession()?.user)
  if (isPending) return <Skeleton className="h-64 rounded-xl" />
  if (!data) {
    return (
      <EmptyState
        icon={BellRing}
        title="Your channels could not be loaded."
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      />
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ChannelsCard channels={data.channels} offered={data.offered} />
      <ChoicesCard key={JSON.stringify(data.choices)} choices={data.choices} />
      <MessageLog />
      {isAdministrator && <SendersCard />}
    </div>
  )
}
