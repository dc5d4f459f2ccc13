import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { AppDialog } from '#web/features/account/factor/app-dialog.tsx'
import { beginTotp, removeTotp } from '#web/features/account/factor/factor.queries.ts'
import { FactorSection } from '#web/features/account/factor/factor-section.tsx'

type AppSectionProps = { since: string | null; onAdded: (recoveryCodes: string[] | undefined) => void }

export function AppSection({ since, onAdded }: AppSectionProps) {
  const [isRemoving, setRemoving] = useState(false)
  const begin = useMutation(beginTotp)
  const remove = useMutation(removeTotp)
  const about = since ? (
    <>
      Set up <RelativeTime at={since} fallback="" />.
    </>
  ) : (
    'Six digits, new every half minute, without a network. Works at every address.'
  )
  return (
    <FactorSection
      title="Authenticator app"
      about={about}
      action={
        since ? (
          <Button variant="secondary" size="sm" aria-label="Remove the app" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        ) : (
          <Button variant="secondary" size="sm" busy={begin.isPending} onClick={() => begin.mutate()}>
            Set up app
          </Button>
        )
      }
    >
      {begin.error && <Alert>{begin.error.message}</Alert>}
      {begin.data && (
        <AppDialog
          {...begin.data}
          onDone={(codes) => {
            begin.reset()
            onAdded(codes)
          }}
          onClose={begin.reset}
        />
      )}
      {isRemoving && (
        <ConfirmDialog
          title="Remove the app"
          description="Its codes are asked for no more, and all your other sessions end."
          confirmText="Remove"
          busyText="Removing..."
          isDestructive
          isBusy={remove.isPending}
          error={remove.error?.message}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setRemoving(false) })}
          onClose={() => setRemoving(false)}
        />
      )}
    </FactorSection>
  )
}
