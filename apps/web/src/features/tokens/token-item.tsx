import type { PersonalToken } from '@atalaya/contract/credentials'
import { SCOPES } from '@atalaya/contract/scopes'
import { dateText } from '@atalaya/format/time'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { revokeToken } from '#web/features/tokens/tokens.queries.ts'
import { useFormats } from '#web/lib/formats.ts'
import { selectorText } from '#web/lib/selector-words.ts'

const EXPIRES_SOON_MS = 7 * 24 * 60 * 60_000

type TokenItemProps = { token: PersonalToken; owner?: string }

/** Token with its scopes and its last use; `owner` in the list of everybody's tokens. */
export function TokenItem({ token, owner }: TokenItemProps) {
  const [isAsking, setAsking] = useState(false)
  const formats = useFormats()
  const { name, scopes, selector, expiresAt, lastUsedAt, lastAddress } = token
  const isExpiringSoon = Date.parse(expiresAt) - Date.now() < EXPIRES_SOON_MS
  return (
    <li className="flex flex-wrap items-start gap-3 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-muted text-muted-foreground">
        <KeyRound className="size-4.5" aria-hidden />
      </span>
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-words font-medium">{name}</span>
          {owner && <span className="text-muted-foreground text-sm">of {owner}</span>}
          {isExpiringSoon && <Badge variant="warning">Ends soon</Badge>}
        </p>
        <p className="text-sm">{scopes.map((scope) => SCOPES[scope]).join(' · ')}</p>
        {selector && <p className="text-sm">For {selectorText(selector, 'own')} only</p>}
        <p className="text-muted-foreground text-xs">
          {lastUsedAt ? (
            <>
              Used <RelativeTime at={lastUsedAt} fallback="never" /> from {lastAddress}
            </>
          ) : (
            'Never used'
          )}{' '}
          · good until {dateText(expiresAt, formats)}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={owner ? `Revoke ${name} of ${owner}` : `Revoke ${name}`}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      {isAsking && <RevokeDialog token={token} isOwn={!owner} onClose={() => setAsking(false)} />}
    </li>
  )
}

type RevokeDialogProps = { token: PersonalToken; isOwn: boolean; onClose: () => void }

function RevokeDialog({ token: { _id: id, name }, isOwn, onClose }: RevokeDialogProps) {
  const revoke = useMutation(revokeToken)
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      description="The program that uses it is refused from its next call on. This can't be taken back."
      confirmText="Revoke"
      busyText="Revoking..."
      isBusy={revoke.isPending}
      isDestructive
      onConfirm={() => revoke.mutate({ id, isOwn }, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
