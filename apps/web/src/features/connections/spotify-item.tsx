import type { Integration, Offer } from '@atalaya/contract/integrations'
import type { Formats } from '@atalaya/format/formats'
import { longDateText } from '@atalaya/format/time'
import { useMutation } from '@tanstack/react-query'
import { AudioLines } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { disconnect } from '#web/features/connections/connections.queries.ts'
import { useSpotifyPopup } from '#web/features/connections/use-spotify-popup.ts'
import { useFormats } from '#web/lib/formats.ts'

type SpotifyItemProps = { offer: Offer; connection: Integration | undefined }

export function SpotifyItem({ offer, connection }: SpotifyItemProps) {
  const formats = useFormats()
  const { connect, isStarting } = useSpotifyPopup()
  const [isAsking, setAsking] = useState(false)
  const isConnected = connection?.status === 'connected'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-muted text-muted-foreground">
        <AudioLines className="size-4.5" aria-hidden />
      </span>
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">Spotify</span>
          {isConnected && <Badge variant="success">Connected</Badge>}
          {connection?.status === 'reconnect' && <Badge variant="warning">Reconnect</Badge>}
        </p>
        <p className="text-muted-foreground text-sm">{aboutConnection(connection, formats)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {!isConnected && !offer.problem && (
          <Button busy={isStarting} onClick={connect}>
            {connection ? 'Reconnect Spotify' : 'Connect Spotify'}
          </Button>
        )}
        {connection && (
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Disconnect
          </Button>
        )}
      </div>
      {!isConnected && offer.problem && <Problem problem={offer.problem} redirectUri={offer.redirectUri} />}
      {isAsking && connection && <DisconnectDialog id={connection._id} onClose={() => setAsking(false)} />}
    </div>
  )
}

function aboutConnection(connection: Integration | undefined, formats: Formats): string {
  if (!connection) return 'Shows what you are listening to on your pages. It reads nothing else and changes nothing.'
  if (connection.status === 'reconnect') return 'Spotify no longer lets us in. Connect again to go on.'
  const accountText = connection.account ? `As ${connection.account}. ` : ''
  return connection.endsAt
    ? `${accountText}Spotify asks for your consent again by ${longDateText(connection.endsAt, formats)}.`
    : accountText
}

function Problem({ problem, redirectUri }: { problem: string; redirectUri: string | null }) {
  return (
    <div className="w-full rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
      <p>{problem}</p>
      {redirectUri && (
        <p className="mt-1">
          Redirect URI to register: <code className="wrap-anywhere">{redirectUri}</code>
        </p>
      )}
    </div>
  )
}

function DisconnectDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const remove = useMutation(disconnect)
  return (
    <ConfirmDialog
      title="Disconnect Spotify"
      description="Modules that show what you are listening to stop doing so, and the server forgets its access."
      confirmText="Disconnect"
      busyText="Disconnecting..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(id, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
