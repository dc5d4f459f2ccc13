import { memo } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

type ChipsProps = {
  label: string
  /** Text of the chip that removes the filter. */
  allLabel: string
  options: readonly string[]
  value: string
  onChange: (value: string) => void
}

/** One choice among a few options, as a row of buttons. Memoised, because typing beside it renders its parent often. */
export const Chips = memo(function Chips({ label, allLabel, options, value, onChange }: ChipsProps) {
  // A filter from an old link may match no module; it stays visible, so that it can be removed.
  const known = value === '' || options.includes(value) ? options : [...options, value]
  return (
    <fieldset className="flex gap-1.5 sm:flex-wrap" aria-label={label}>
      {['', ...known].map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={cn(
            'h-7 pointer-coarse:h-11 shrink-0 rounded-full border px-3 font-medium text-sm transition-colors hover:bg-accent',
            option === value && 'border-primary bg-primary-soft text-primary-text hover:bg-primary-soft',
          )}
        >
          {option === '' ? allLabel : option}
        </button>
      ))}
    </fieldset>
  )
})
