import { RECOVERY_CODES } from '@atalaya/contract/second-factor'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { renewRecoveryCodes } from '#web/features/account/factor/factor.queries.ts'
import { FactorSection } from '#web/features/account/factor/factor-section.tsx'

/** With this number of codes left, or fewer, the number is shown as a warning. */
const FEW_CODES = 3

type RecoverySectionProps = { left: number; onRenewed: (codes: string[]) => void }

export function RecoverySection({ left, onRenewed }: RecoverySectionProps) {
  const [isAsking, setAsking] = useState(false)
  const renew = useMutation(renewRecoveryCodes)
  const close = () => setAsking(false)
  return (
    <FactorSection
      title="Recovery codes"
      about={
        <>
          For when the rest is lost. Each works once.{' '}
          <Badge variant={left <= FEW_CODES ? 'warning' : 'default'}>
            {left} of {RECOVERY_CODES} left
          </Badge>
        </>
      }
      action={
        <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
          New codes
        </Button>
      }
    >
      {isAsking && (
        <ConfirmDialog
          title="New recovery codes"
          description="The codes that you have are worth nothing any more."
          confirmText="Make new codes"
          busyText="Making..."
          isBusy={renew.isPending}
          error={renew.error?.message}
          onConfirm={() =>
            renew.mutate(undefined, {
              onSuccess: ({ recoveryCodes }) => {
                close()
                onRenewed(recoveryCodes)
              },
            })
          }
          onClose={close}
        />
      )}
    </FactorSection>
  )
}
