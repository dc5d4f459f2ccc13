import type { Severity } from '@atalaya/contract/severity'
import { type SignName, StatusSign } from './status-sign.tsx'

type Look = { label: string; sign: SignName; color: string }

/** Sign of each severity, on every screen and in every module: a triangle, a circle with `!`, one with `i`. */
const SEVERITY_LOOKS: Record<Severity, Look> = {
  critical: { label: 'Critical', sign: 'warning', color: 'text-destructive-text' },
  warning: { label: 'Warning', sign: 'attention', color: 'text-warning-text' },
  info: { label: 'Info', sign: 'info', color: 'text-info-text' },
}

/** The class of the colour of a severity. */
export const severityColor = (severity: Severity): string => SEVERITY_LOOKS[severity].color

/** The sign of a severity, in the colour of the text around it; screen readers say its name. */
export function SeverityIcon({ severity, className = '' }: { severity: Severity; className?: string }) {
  const { label, sign } = SEVERITY_LOOKS[severity]
  return (
    <span role="img" aria-label={label} className={`inline-grid shrink-0 ${className}`}>
      <StatusSign name={sign} className="size-full" />
    </span>
  )
}
