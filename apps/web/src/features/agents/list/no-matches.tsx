import { Button } from '#web/components/ui/button.tsx'

/** Message for no matches, with a button to clear the search. */
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
