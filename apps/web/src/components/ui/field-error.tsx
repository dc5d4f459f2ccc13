import type { ReactNode } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

type FieldErrorProps = { id: string | undefined; className?: string; children: ReactNode }

/** Error below a field. Of several that appear at once only the first is an alert: alerts interrupt each other. */
export function FieldError({ id, className, children }: FieldErrorProps) {
  return (
    <p id={id} ref={alertFirst} className={cn('text-destructive-text text-xs', className)}>
      {children}
    </p>
  )
}

let isAlerted = false

/** React calls the refs of a commit in the document's order, all before the microtask. */
function alertFirst(error: HTMLElement | null): void {
  if (!error || isAlerted) return
  error.setAttribute('role', 'alert')
  isAlerted = true
  queueMicrotask(() => {
    isAlerted = false
  })
}
