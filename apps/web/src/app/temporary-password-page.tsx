import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { signOut } from '#web/app/sign-out.ts'
import { Button } from '#web/components/ui/button.tsx'
import { meQuery } from '#web/features/account/account.queries.ts'
import { PasswordForm } from '#web/features/account/password-form.tsx'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'

const TITLE = 'Choose your own password'

/** In place of every screen while the password is an administrator's: the server takes nothing else. */
export function TemporaryPasswordPage() {
  // Another tab, or another device, may have changed it meanwhile.
  useQuery(meQuery)
  useEffect(() => {
    document.title = `${TITLE} · Atalaya`
  }, [])
  return (
    <AuthFrame title={TITLE}>
      <p className="pb-4 text-muted-foreground text-sm">
        An administrator gave you a temporary password. Choose another one to go on.
      </p>
      <PasswordForm currentLabel="Temporary password" />
      <Button variant="secondary" className="mt-3" onClick={signOut}>
        Log out
      </Button>
    </AuthFrame>
  )
}
