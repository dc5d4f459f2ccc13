import { type SignName, StatusSign } from '@atalaya/module-sdk/status-sign'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

const tones = {
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  destructive: 'bg-destructive-soft text-destructive-text',
  info: 'bg-info-soft text-info-text',
  neutral: 'bg-muted text-muted-foreground',
} as const
export type Tone = keyof typeof tones

type StatusBadgeProps = {
  tone: Tone
  sign: SignName
  /** Animates the sign with a slow pulse. */
  isLive?: boolean
  className?: string
  children: ReactNode
}

/** Status as colour, sign and word. */
export function StatusBadge({ tone, sign, isLive, className, children }: StatusBadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex w-fit items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-xs',
        tones[tone],
        className,
      )}
    >
      <StatusSign name={sign} className={cn('size-3.5', isLive && 'animate-pulse')} />
      {children}
    </span>
  )
}
