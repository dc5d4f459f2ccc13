import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { AdminPolicy } from '#web/features/account/factor/admin-policy.tsx'
import { AppSection } from '#web/features/account/factor/app-section.tsx'
import { factorQuery, refetchFactors } from '#web/features/account/factor/factor.queries.ts'
import { PasskeySection } from '#web/features/account/factor/passkey-section.tsx'
import { RecoveryCodesDialog } from '#web/features/account/factor/recovery-codes-dialog.tsx'
import { RecoverySection } from '#web/features/account/factor/recovery-section.tsx'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

/** Second factors of the account; for administrators also the policy about others. */
export function SecondFactorCard() {
  const client = useQueryClient()
  const { data: status, error } = useQuery(factorQuery)
  const [codes, setCodes] = useState<string[]>()
  const isAdministrator = isAdmin(useSession()?.user)
  const hasFactor = status !== undefined && (status.passkeys.length > 0 || status.totpSince !== null)

  /** Shows the recovery codes before anything is refetched: they are never shown again. */
  function onAdded(recoveryCodes: string[] | undefined) {
    if (recoveryCodes) setCodes(recoveryCodes)
    else refetchFactors(client)
  }

  return (
    <Card aria-labelledby="factor-title">
      <CardHeader>
        <div>
          <CardTitle id="factor-title" className="flex items-center gap-2">
            Second factor
            {hasFactor && <Badge variant="success">on</Badge>}
          </CardTitle>
          <CardDescription>
            A passkey or a code of an app, besides your password. The first one ends all your other sessions.
          </CardDescription>
        </div>
      </CardHeader>
      <CardContent className="grid gap-5">
        {error && <Alert>{error.message}</Alert>}
        {!status && !error && <Skeleton className="h-40" />}
        {status && (
          <>
            <PasskeySection passkeys={status.passkeys} onAdded={onAdded} />
            <AppSection since={status.totpSince} onAdded={onAdded} />
            {hasFactor && <RecoverySection left={status.recoveryCodesLeft} onRenewed={setCodes} />}
            {/* Until an administrator has a required factor, the server refuses the policy too. */}
            {isAdministrator && !(status.isRequired && !hasFactor) && <AdminPolicy hasFactor={hasFactor} />}
          </>
        )}
      </CardContent>
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined)
            refetchFactors(client)
          }}
        />
      )}
    </Card>
  )
}
