import { Label as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

export function Label({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root className={cn('font-medium text-sm', className)} {...props} />
}
