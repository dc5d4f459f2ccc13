import { Button } from '#web/components/ui/button.tsx'

/** Nothing fits; the way back is beside it. */
export function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <div className="grid justify-items-center gap-3">
      <p>No results.</p>
      <Button variant="secondary" size="sm" onClick={onClear}>
        Clear search and filters
      </Button>
    </div>
  )
}
