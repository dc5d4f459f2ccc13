import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, RefreshCw, RotateCcw } from 'lucide-react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { qrCodeQuery } from '#web/features/auth/qr.queries.ts'
import { QrLoginCode } from '#web/features/auth/qr-login-code.tsx'
import { QrLoginSkeleton } from '#web/features/auth/qr-login-skeleton.tsx'

type QrLoginViewProps = { returnTo: string; onBack: () => void }

/** QR sign-in on the device that wants to be signed in. */
export function QrLoginView({ returnTo, onBack }: QrLoginViewProps) {
  const { data: code, error, isFetching, refetch } = useQuery(qrCodeQuery)
  const renew = () => void refetch()

  function content() {
    if (isFetching) return <QrLoginSkeleton />
    if (error || !code) return <QrFailure message={error?.message || 'Error desconocido'} onRetry={renew} />
    return <QrLoginCode key={code.code} request={code} returnTo={returnTo} onRenew={renew} />
  }

  return (
    <div className="grid gap-4">
      {content()}
      <Button variant="ghost" className="justify-self-center" onClick={onBack}>
        <ArrowLeft aria-hidden />
        Back to Traditional Login
      </Button>
      {/* A plain link: the display is a separate program, outside this router. */}
      <a
        href="/display"
        className="justify-self-center text-muted-foreground text-sm underline-offset-4 hover:text-foreground hover:underline"
      >
        This is a display
      </a>
    </div>
  )
}

function QrFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="grid gap-4 py-2">
      <Alert>{message}</Alert>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onRetry}>
          <RotateCcw aria-hidden />
          Try Again
        </Button>
        <Button variant="secondary" onClick={onRetry}>
          <RefreshCw aria-hidden />
          New QR
        </Button>
      </div>
    </div>
  )
}
