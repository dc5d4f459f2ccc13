import { useId } from 'react'
import { SearchInput } from '#web/components/search-input.tsx'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'

/**
 * Search box of a list of agents. Its placeholder is quoted from the specification; a hint names what else it finds.
 */
export function AgentSearch({ list: { box, search } }: { list: ListState }) {
  const hintId = useId()
  return (
    <div className="w-full max-w-xs max-sm:max-w-none">
      <SearchInput
        key={box.key}
        placeholder="Search by ID or name..."
        aria-describedby={hintId}
        defaultValue={box.defaultValue}
        onValueChange={search}
        className="max-w-none"
      />
      <p id={hintId} className="mt-1 text-muted-foreground text-xs">
        Also tags, hosts, addresses, systems and statuses
      </p>
    </div>
  )
}
