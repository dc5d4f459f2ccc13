import { type ComponentProps, useEffect } from 'react'
import { cn } from '#web/lib/cn.ts'
import { noteWaiting } from '#web/lib/reachable.ts'

/** Holds the place of what is loading; give it the size of what comes. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  useEffect(noteWaiting, [])
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-accent', className)} {...props} />
}
