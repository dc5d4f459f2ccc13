import type { Severity } from '@atalaya/contract/severity'
import { SeverityIcon, severityColor } from '@atalaya/module-sdk/severity-sign'
import { cn } from '#web/lib/looks/cn.ts'

/** Icon of a severity; grey once the alert has ended. */
export function SeveritySign({ severity, isOver = false }: { severity: Severity; isOver?: boolean }) {
  return (
    <SeverityIcon
      severity={severity}
      className={cn('size-5', isOver ? 'text-muted-foreground' : severityColor(severity))}
    />
  )
}
