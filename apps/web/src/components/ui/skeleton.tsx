import { type ComponentProps, useEffect } from 'react'
import { noteWaiting } from '#web/lib/live/connectivity.ts'
import { cn } from '#web/lib/looks/cn.ts'

/** Placeholder for loading content; give it the size of that content. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  useEffect(noteWaiting, [])
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-accent', className)} {...props} />
}
