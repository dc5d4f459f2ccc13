import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { qrStatusQuery } from '#web/features/auth/qr.queries.ts'
import { QrColumns } from '#web/features/auth/qr-columns.tsx'
import { countdown, QR_REDIRECT_MS, QR_SIZE_PX, shownStatus } from '#web/features/auth/qr-state.ts'
import { QrStatusLine } from '#web/features/auth/qr-status-line.tsx'
import { useSecondsLeft } from '#web/features/auth/use-seconds-left.ts'
import { cn } from '#web/lib/looks/cn.ts'
import { onlyHereText } from '#web/lib/loopback.ts'
import { signIn, useSession } from '#web/lib/session/session.ts'

type QrLoginCodeProps = {
  request: { code: string; endMs: number; matchCode?: string }
  returnTo: string
  onRenew: () => void
}

/** Shows one code until it is used or has expired. */
export function QrLoginCode({ request, returnTo, onRenew }: QrLoginCodeProps) {
  const session = useSession()
  const navigate = useNavigate()
  const seconds = useSecondsLeft(request.endMs)
  const { data } = useQuery({ ...qrStatusQuery(request.code), enabled: seconds > 0 })
  const status = shownStatus(data?.status ?? 'pending', seconds)

  useEffect(() => {
    if (!data?.tokens || !data.user) return
    // Stores the tokens at once, because the server sends them only once. The page stays a moment to report success.
    signIn({ tokens: data.tokens, user: data.user })
    const leave = setTimeout(() => void navigate(returnTo, { replace: true }), QR_REDIRECT_MS)
    return () => clearTimeout(leave)
  }, [data, navigate, returnTo])

  if (session && status !== 'authenticated') return <Navigate to={returnTo} replace />

  const onlyHere = onlyHereText('a phone')
  const isOpen = status === 'pending' || status === 'scanned'
  return (
    <QrColumns
      picture={
        <QRCodeSVG
          value={`${window.location.origin}/qr-login/${request.code}`}
          size={QR_SIZE_PX}
          level="M"
          boostLevel={false}
          title="QR code to sign in on this device"
          className={cn('transition-opacity', !isOpen && 'opacity-10')}
        />
      }
    >
      <QrStatusLine status={status} />
      {isOpen && (
        <>
          {request.matchCode && (
            <p className="grid gap-0.5">
              <span className="text-muted-foreground text-xs">The other device must show this code too</span>
              <strong className="font-mono text-xl tracking-[0.2em]">{request.matchCode}</strong>
            </p>
          )}
          <p role="timer" className="text-muted-foreground text-sm tabular-nums">
            Expires in: {countdown(seconds)}
          </p>
          {onlyHere && <p className="text-pretty text-muted-foreground text-xs">{onlyHere}</p>}
        </>
      )}
      {status === 'expired' && (
        <Button onClick={onRenew}>
          <RefreshCw aria-hidden />
          New QR
        </Button>
      )}
    </QrColumns>
  )
}
