import { X } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import type { Comparison, Machines } from '#web/features/agents/telemetry.queries.ts'

type ComparedWithProps = Machines & {
  chosen: Comparison
  onChange: (chosen: { comparedIds?: string[]; tag?: string | null }) => void
}

/** Compared machines as removable chips. A deleted machine has none. */
export function ComparedWith({ machines, total, chosen: { comparedIds, tag }, onChange }: ComparedWithProps) {
  const shown = machines.slice(1).filter(({ agentId }) => comparedIds.includes(agentId))
  if (shown.length === 0 && tag === null) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ul aria-label="Compared with" className="flex flex-wrap items-center gap-2">
        {shown.map(({ agentId, name }) => (
          <Chip
            key={agentId}
            kind="Agent"
            name={name}
            onRemove={() => onChange({ comparedIds: comparedIds.filter((id) => id !== agentId) })}
          />
        ))}
        {tag !== null && <Chip kind="Tag" name={tag} onRemove={() => onChange({ tag: null })} />}
      </ul>
      {total > machines.length && (
        <p role="status" className="text-muted-foreground text-sm">
          {machines.length} of {total} machines are drawn: more could not be distinguished in one chart.
        </p>
      )}
    </div>
  )
}

function Chip({ kind, name, onRemove }: { kind: string; name: string; onRemove: () => void }) {
  return (
    <li className="min-w-0">
      <Button
        variant="secondary"
        size="sm"
        className="max-w-full pointer-coarse:h-11"
        aria-label={`Remove ${kind}: ${name}`}
        onClick={onRemove}
      >
        <span className="truncate">
          <span className="text-muted-foreground">{kind}</span> {name}
        </span>
        <X aria-hidden />
      </Button>
    </li>
  )
}
