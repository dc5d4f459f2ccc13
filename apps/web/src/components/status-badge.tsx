import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

const tones = {
  success: ['bg-success-soft text-success-text', 'bg-success'],
  warning: ['bg-warning-soft text-warning-text', 'bg-warning'],
  destructive: ['bg-destructive-soft text-destructive-text', 'bg-destructive'],
  info: ['bg-info-soft text-info-text', 'bg-info'],
  neutral: ['bg-muted text-muted-foreground', 'bg-muted-foreground'],
} as const

type StatusBadgeProps = { tone: keyof typeof tones; isLive?: boolean; className?: string; children: ReactNode }

/** A state as colour and word; `isLive` lets its light breathe. */
export function StatusBadge({ tone, isLive, className, children }: StatusBadgeProps) {
  const [badge, dot] = tones[tone]
  return (
    <span
      className={cn(
        'inline-flex w-fit items-center gap-1.5 whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-xs',
        badge,
        className,
      )}
    >
      <span className={cn('size-1.5 rounded-full', dot, isLive && 'animate-pulse')} aria-hidden />
      {children}
    </span>
  )
}
