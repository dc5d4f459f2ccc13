import type { Batch, CommandStatus } from '@atalaya/contract/commands'
import { Button } from '#web/components/ui/button.tsx'
import { COMMAND_LOOKS, STATUS_ORDER } from '#web/features/agents/commands/command-status.ts'

type BatchFilterProps = {
  batch: Batch
  status: CommandStatus | undefined
  onChange: (status: CommandStatus | undefined) => void
}

/** Filter by the states that occur in a batch, failures first. */
export function BatchFilter({ batch, status, onChange }: BatchFilterProps) {
  const occurring = STATUS_ORDER.filter((candidate) => batch.counts[candidate] || candidate === status)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div role="group" aria-label="Show commands" className="flex flex-wrap gap-1.5 px-4 pb-3">
      {[undefined, ...occurring].map((option) => (
        <Button
          key={option ?? 'all'}
          variant={option === status ? 'secondary' : 'ghost'}
          size="sm"
          aria-pressed={option === status}
          onClick={() => onChange(option)}
        >
          {option ? COMMAND_LOOKS[option].label : 'All'}
          <span className="text-muted-foreground tabular-nums">
            {option ? (batch.counts[option] ?? 0) : batch.total}
          </span>
        </Button>
      ))}
    </div>
  )
}
