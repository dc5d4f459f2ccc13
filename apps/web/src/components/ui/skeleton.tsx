import { type ComponentProps, useEffect } from 'react'
import { cn } from '#web/lib/cn.ts'
import { noteWaiting } from '#web/lib/reachable.ts'

/** Placeholder for loading content; give it the size of that content. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  useEffect(noteWaiting, [])
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-accent', className)} {...props} />
}
