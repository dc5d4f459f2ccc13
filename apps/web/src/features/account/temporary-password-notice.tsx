import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { Alert } from '#web/components/ui/alert.tsx'
import { meQuery } from '#web/features/account/account.queries.ts'

/** Stands above every screen while an administrator's password is in use. */
export function TemporaryPasswordNotice() {
  const { data: me } = useQuery(meQuery)
  const { pathname } = useLocation()
  if (!me?.mustChangePassword || pathname === '/account') return null
  return (
    <Alert variant="info" className="mb-4">
      Your password is a temporary one.{' '}
      <Link to="/account" className="font-medium underline underline-offset-4">
        Choose your own
      </Link>
    </Alert>
  )
}
