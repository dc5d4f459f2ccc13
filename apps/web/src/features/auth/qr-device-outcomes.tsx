import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { QR_DEVICE_REDIRECT_MS } from '#web/features/auth/qr-state.ts'
import { cn } from '#web/lib/looks/cn.ts'

type OutcomeProps = { icon: LucideIcon; tone: string; title: string; role: 'alert' | 'status'; children?: ReactNode }

function Outcome({ icon: Icon, tone, title, role, children }: OutcomeProps) {
  return (
    <div className="grid justify-items-center gap-4 py-4 text-center">
      <div role={role} className="grid justify-items-center gap-4">
        <Icon className={cn('size-10', tone)} strokeWidth={1.5} aria-hidden />
        <h2 className="font-semibold text-lg">{title}</h2>
      </div>
      {children}
    </div>
  )
}

const GoHome = () => (
  <Button asChild>
    <Link to="/">Go Back Home</Link>
  </Button>
)

export function QrDeviceSuccess() {
  const navigate = useNavigate()
  useEffect(() => {
    const leave = setTimeout(() => void navigate('/', { replace: true }), QR_DEVICE_REDIRECT_MS)
    return () => clearTimeout(leave)
  }, [navigate])
  return (
    <Outcome
      icon={CircleCheck}
      tone="text-success-text"
      role="status"
      title="Authentication successful! Redirecting..."
    />
  )
}

export function QrExpired() {
  return (
    <Outcome icon={Clock} tone="text-warning-text" role="alert" title="The QR code has expired">
      <p className="text-muted-foreground">Generate a new QR code from the main device</p>
      <GoHome />
    </Outcome>
  )
}

export function QrFailed({ message }: { message: string }) {
  return (
    <Outcome icon={CircleX} tone="text-destructive-text" role="alert" title={message}>
      <GoHome />
    </Outcome>
  )
}
