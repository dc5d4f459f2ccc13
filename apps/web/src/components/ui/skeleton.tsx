import { type ComponentProps, useEffect } from 'react'
import { beginWaiting } from '#web/lib/live/connectivity.ts'
import { cn } from '#web/lib/looks/cn.ts'

/** Placeholder for loading content; give it the size of that content. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  useEffect(beginWaiting, [])
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-accent', className)} {...props} />
}
