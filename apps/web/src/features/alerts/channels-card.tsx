import type { AlertChannel, ChannelKind } from '@atalaya/contract/alert-channels'
import { useMutation } from '@tanstack/react-query'
import { Plus, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { ChannelDialog } from '#web/features/alerts/channel-dialog.tsx'
import { ChannelRow } from '#web/features/alerts/channel-row.tsx'
import { KIND_TITLES } from '#web/features/alerts/channel-words.ts'
import { addBrowser } from '#web/features/alerts/channels.queries.ts'
import { pushObstacle } from '#web/features/alerts/push-subscription.ts'

type ChannelSupport = { email: boolean; telegram: boolean; pushKey: string }
type FormKind = Exclude<ChannelKind, 'push'>
type ChannelsCardProps = { channels: AlertChannel[]; offered: ChannelSupport }

/** Notification channels. A browser subscribes itself; the others have a form. */
export function ChannelsCard({ channels, offered }: ChannelsCardProps) {
  const [open, setOpen] = useState<{ id: string } | FormKind | null>(null)
  const addThisBrowser = useMutation(addBrowser)
  const editedChannel = channels.find(({ _id }) => typeof open === 'object' && _id === open?.id)
  const obstacle = pushObstacle()
  const kinds: FormKind[] = [
    ...(offered.email ? (['email'] as const) : []),
    'ntfy',
    ...(offered.telegram ? (['telegram'] as const) : []),
    'webhook',
  ]
  const missingNames = (['email', 'telegram'] as const)
    .filter((kind) => !offered[kind])
    .map((kind) => KIND_TITLES[kind])
  return (
    <Card aria-labelledby="channels-title">
      <CardHeader className="pb-4">
        <div>
          <CardTitle id="channels-title">Your channels</CardTitle>
          <CardDescription>
            Each has its own lowest severity. A test shows the answer of the other side.
          </CardDescription>
        </div>
      </CardHeader>
      {channels.length > 0 && (
        <ul className="divide-y border-t">
          {channels.map((channel) => (
            <ChannelRow key={channel._id} channel={channel} onEdit={() => setOpen({ id: channel._id })} />
          ))}
        </ul>
      )}
      <CardContent className="grid gap-3 border-t pt-4">
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={obstacle !== undefined}
            busy={addThisBrowser.isPending}
            onClick={() => addThisBrowser.mutate(offered.pushKey)}
          >
            <Smartphone aria-hidden />
            Notify this browser
          </Button>
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="secondary">
                <Plus aria-hidden />
                Add another
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent>
              {kinds.map((kind) => (
                <DropdownMenuItem key={kind} onSelect={() => setOpen(kind)}>
                  {KIND_TITLES[kind]}
                </DropdownMenuItem>
              ))}
            </DropdownMenuContent>
          </DropdownMenu>
        </div>
        {missingNames.length > 0 && (
          <p className="text-muted-foreground text-sm">
            {missingNames.join(' and ')} can be added once an administrator has said how this server sends messages.
          </p>
        )}
        {obstacle && <p className="text-muted-foreground text-sm">{obstacle}</p>}
        {addThisBrowser.error && <Alert>{addThisBrowser.error.message}</Alert>}
      </CardContent>
      {typeof open === 'string' && <ChannelDialog channel={undefined} kind={open} onClose={() => setOpen(null)} />}
      {editedChannel && (
        <ChannelDialog channel={editedChannel} kind={editedChannel.kind} onClose={() => setOpen(null)} />
      )}
    </Card>
  )
}
