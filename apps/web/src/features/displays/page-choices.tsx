import type { Page } from '@atalaya/contract/dashboard'
import { useId } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Label } from '#web/components/ui/label.tsx'

type PageChoicesProps = {
  pages: readonly Page[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Pages for a new display, in the order of the pages; hours are set later, in its playlist. */
export function PageChoices({ pages, chosen, onChange }: PageChoicesProps) {
  const id = useId()
  const choose = (pageId: string, isChosen: boolean) =>
    onChange(
      pages.map(({ _id }) => _id).filter((candidate) => (candidate === pageId ? isChosen : chosen.includes(candidate))),
    )
  if (pages.length === 0) {
    return (
      <p className="text-muted-foreground text-sm">
        You have no page yet: the screen shows a clock until you have <Link to="/dashboard">made one</Link> and put it
        into its playlist.
      </p>
    )
  }
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">It shows</legend>
      <div className="grid max-h-48 gap-2.5 overflow-y-auto sm:grid-cols-2">
        {pages.map(({ _id, name }) => (
          <div key={_id} className="flex min-w-0 items-start gap-2 p-0.5">
            <Checkbox
              id={`${id}-${_id}`}
              checked={chosen.includes(_id)}
              onCheckedChange={(checked) => choose(_id, checked === true)}
            />
            <Label htmlFor={`${id}-${_id}`} className="min-w-0 break-words font-normal leading-snug">
              {name}
            </Label>
          </div>
        ))}
      </div>
      {chosen.length === 0 && (
        <p className="mt-1.5 text-muted-foreground text-xs">Without a page the screen shows a clock.</p>
      )}
    </fieldset>
  )
}
