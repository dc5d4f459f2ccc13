import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { signOut } from '#web/app/sign-out.ts'
import { Button } from '#web/components/ui/button.tsx'
import { meQuery } from '#web/features/account/account.queries.ts'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'

type RequiredActionScreenProps = { title: string; reason: string; children: ReactNode }

/** Replaces every screen while the server accepts only one action from this session. */
export function RequiredActionScreen({ title, reason, children }: RequiredActionScreenProps) {
  // The action may have been done in another tab or on another device.
  useQuery(meQuery)
  useEffect(() => {
    document.title = `${title} · Atalaya`
  }, [title])
  return (
    <AuthFrame title={title}>
      <p className="pb-4 text-muted-foreground text-sm">{reason}</p>
      {children}
      <Button variant="secondary" className="mt-3" onClick={signOut}>
        Log out
      </Button>
    </AuthFrame>
  )
}
