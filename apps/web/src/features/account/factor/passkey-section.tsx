import type { Passkey } from '@atalaya/contract/second-factor'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { removePasskey } from '#web/features/account/factor/factor.queries.ts'
import { FactorSection } from '#web/features/account/factor/factor-section.tsx'
import { PasskeyDialog } from '#web/features/account/factor/passkey-dialog.tsx'
import { passkeyObstacle } from '#web/lib/session/passkeys.ts'

type PasskeySectionProps = { passkeys: Passkey[]; onAdded: (recoveryCodes: string[] | undefined) => void }
type OpenDialog = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }

export function PasskeySection({ passkeys, onAdded }: PasskeySectionProps) {
  const [open, setOpen] = useState<OpenDialog>()
  const obstacle = passkeyObstacle()
  const close = () => setOpen(undefined)
  return (
    <FactorSection
      title="Passkeys"
      about={
        obstacle
          ? `They can't be added here. ${obstacle}`
          : 'Kept by your device or password manager. One signs you in alone, without the password.'
      }
      action={
        !obstacle && (
          <Button variant="secondary" size="sm" onClick={() => setOpen({ kind: 'add' })}>
            Add passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="divide-y">
          {passkeys.map((passkey) => (
            <li key={passkey._id} className="flex flex-wrap items-center gap-3 py-2">
              <KeyRound className="size-4.5 shrink-0 text-muted-foreground" aria-hidden />
              <div className="min-w-0 flex-1 basis-40">
                <p className="truncate font-medium">{passkey.name}</p>
                <p className="text-muted-foreground text-xs">
                  {passkey.host}
                  {passkey.isSynced && ' · on several devices'} · used{' '}
                  <RelativeTime at={passkey.lastUsedAt ?? undefined} fallback="never" />
                </p>
              </div>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Rename ${passkey.name}`}
                onClick={() => setOpen({ kind: 'rename', passkey })}
              >
                Rename
              </Button>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => setOpen({ kind: 'remove', passkey })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open?.kind === 'add' && <PasskeyDialog onAdded={onAdded} onClose={close} />}
      {open?.kind === 'rename' && <PasskeyDialog passkey={open.passkey} onAdded={onAdded} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog passkey={open.passkey} onClose={close} />}
    </FactorSection>
  )
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useMutation(removePasskey)
  return (
    <ConfirmDialog
      title="Remove passkey"
      description={`"${passkey.name}" signs nobody in any more, and all your other sessions end.`}
      confirmText="Remove"
      busyText="Removing..."
      isDestructive
      isBusy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate(passkey._id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
