import { ToggleGroup } from 'radix-ui'
import { TIME_RANGES, type TimeRangeKey } from '#web/features/agents/detail/time-ranges.ts'

export function RangePicker({ value, onChange }: { value: TimeRangeKey | null; onChange: (key: string) => void }) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value ?? ''}
      // Ignores the empty value: a second click would deselect the chosen range.
      onValueChange={(key) => key && onChange(key)}
      aria-label="Time range"
      className="flex rounded-md border bg-card p-0.5 shadow-xs max-sm:w-full"
    >
      {TIME_RANGES.map(({ key, name }) => (
        <ToggleGroup.Item
          key={key}
          value={key}
          aria-label={`Last ${name}`}
          className="h-7 rounded-sm px-2.5 pointer-coarse:h-11 max-sm:flex-1 max-sm:px-0 font-medium text-muted-foreground text-xs tabular-nums hover:text-foreground data-[state=on]:bg-primary-soft data-[state=on]:text-primary-text"
        >
          {key}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
