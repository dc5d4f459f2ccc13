import type { ComponentProps } from 'react'
import { controlClasses } from '#web/components/ui/input.tsx'
import { cn } from '#web/lib/looks/cn.ts'

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(controlClasses, 'min-h-20 py-2', className)} {...props} />
}
