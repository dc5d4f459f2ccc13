import { useQuery } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { qrScanQuery } from '#web/features/auth/qr.queries.ts'
import { QrDeviceForm } from '#web/features/auth/qr-device-form.tsx'
import { QrExpired, QrFailed } from '#web/features/auth/qr-device-outcomes.tsx'
import { QR_EXPIRED } from '#web/features/auth/qr-state.ts'
import { codeOf } from '#web/lib/calls/api-error.ts'

/** `/qr-login/{code}`: signs in the first device from a second one. */
export function QrDevicePage() {
  const { code } = useParams()
  useEffect(() => {
    document.title = 'Sign in another device · Atalaya'
  }, [])
  return (
    <AuthFrame title="Sign in another device">
      {code ? <QrDevice key={code} code={code} /> : <QrFailed message="Invalid QR code" />}
    </AuthFrame>
  )
}

function QrDevice({ code }: { code: string }) {
  const { data: scan, error } = useQuery(qrScanQuery(code))
  if (codeOf(error) === QR_EXPIRED) return <QrExpired />
  if (error) return <QrFailed message={error.message || 'Error verificando código QR'} />
  if (!scan) return <QrVerifying />
  if (scan.request) return <QrDeviceForm code={code} request={scan.request} />
  return scan.status === 'expired' ? <QrExpired /> : <Navigate to="/" replace />
}

function QrVerifying() {
  return (
    <p role="status" className="flex items-center justify-center gap-2.5 py-10 text-muted-foreground">
      <LoaderCircle className="size-5 animate-spin" aria-hidden />
      Verifying QR code...
    </p>
  )
}
