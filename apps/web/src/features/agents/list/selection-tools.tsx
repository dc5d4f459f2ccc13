import { COMPARED_NAMED_MAX } from '@atalaya/contract/telemetry'
import { Link } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { CompareListed } from '#web/features/agents/list/long-list-tools.tsx'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'

type SelectionToolsProps = { ids: string[]; list: ListState; total: number | undefined; onClear: () => void }

/** Number of selected agents, on all pages: a command reaches those on other pages too. */
export function SelectionTools({ ids, list, total, onClear }: SelectionToolsProps) {
  const [first, ...others] = ids
  const count = ids.length
  return (
    <div className="flex items-center gap-2">
      <p role="status" className="text-muted-foreground tabular-nums">
        {count > 0 && `${count} selected`}
      </p>
      {count === 0 && <CompareListed list={list} total={total} />}
      {others.length > 0 && count <= COMPARED_NAMED_MAX && (
        <Button variant="ghost" size="sm" asChild>
          <Link to={`/agents/${first}?with=${others.join(',')}`}>Compare</Link>
        </Button>
      )}
      {count > 0 && (
        <Button variant="ghost" size="sm" aria-label="Clear selection" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  )
}
