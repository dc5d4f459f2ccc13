import { ageText } from '@atalaya/format/age'
import { exactText } from '@atalaya/format/time'
import type { CSSProperties, ReactNode } from 'react'
import { useFormats } from './hooks.ts'
import { useTick } from './tick.ts'

const STEP_MS = 30_000

/** Readable but muted, without a colour that has a current meaning. */
const DIMMED = {
  color: 'var(--muted-foreground)',
  '--foreground': 'var(--muted-foreground)',
  filter: 'grayscale(1)',
} as CSSProperties

type DimmedProps = {
  /** End of the data's time; null if they are from now. */
  since: string | null
  className?: string
  children: ReactNode
}

/** Dims data that are not from now. */
export function Dimmed({ since, className, children }: DimmedProps) {
  return (
    <div className={className} data-old={since ?? undefined} style={since === null ? undefined : DIMMED}>
      {children}
    </div>
  )
}

/** Age of data, as short as can be: '40 min'. Nothing if they are from now. */
export function Age({ since, className }: { since: string | null; className?: string }) {
  const formats = useFormats()
  const now = useNow()
  if (since === null) return null
  return (
    <time dateTime={since} title={exactText(since, formats)} className={className} style={{ whiteSpace: 'nowrap' }}>
      {ageText(now - Date.parse(since))}
    </time>
  )
}

/** Present time, read again each half minute while the widget is in sight, so also when a day begins. */
export const useNow = (): number => useTick(STEP_MS)
