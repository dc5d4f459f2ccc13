import { useMutation } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { chipsOf, SORT_SHORTCUTS } from '#web/features/agents/list/chips.ts'
import { csvColumns } from '#web/features/agents/list/chosen-columns.ts'
import { ColumnsMenu } from '#web/features/agents/list/columns-menu.tsx'
import { saveCsv } from '#web/features/agents/list/csv.ts'
import { FilterMenu } from '#web/features/agents/list/filter-menu.tsx'
import { useListMatches, useOwnerName } from '#web/features/agents/list/list-matches.ts'
import { directionOf, NO_LISTING } from '#web/features/agents/list/listing.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import { ViewsMenu } from '#web/features/agents/list/views-menu.tsx'
import { cn } from '#web/lib/looks/cn.ts'

type ListToolsProps = {
  list: ListState
  /** Number of matches; undefined while loading. */
  total: number | undefined
  /** Selected rows; if there are any, only these are exported. */
  selectedIds?: string[]
}

/** Toolbar over a long list: shortcuts, filters, views, export, and chips to remove filters. */
export function ListTools({ list, total, selectedIds = [] }: ListToolsProps) {
  const { kind, listing, look, setLook, change } = list
  const save = useMutation(saveCsv)
  const showsRows = look.as === 'rows'
  const matches = useListMatches(list, total)
  const { sort, order } = listing
  const hasSelection = selectedIds.length > 0
  const ownerFilter = kind === 'own' ? { owner: 'me' as const } : {}
  const exportQuery = {
    sort,
    order,
    ...(hasSelection ? { ids: selectedIds.join() } : (matches?.listed ?? ownerFilter)),
  }
  const count = hasSelection ? selectedIds.length : matches?.total
  // Cards have no columns, so the export has all.
  const columns = kind === 'fleet' || showsRows ? { columns: csvColumns(kind, look, listing).join() } : {}
  const chips = chipsOf(listing, useOwnerName(list))
  return (
    <div className="grid min-w-0 gap-2">
      {/* One line or two by the screen's width alone, so that the list below never jumps. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields. */}
      <div role="group" aria-label="Questions and filters" className="grid gap-2 xl:flex">
        <div className="-m-1 flex min-w-0 items-center gap-2 overflow-x-auto p-1 xl:shrink-0">
          <ToggleButton
            isOn={listing.trouble !== undefined}
            onPress={(isOn) => change({ trouble: isOn ? 'true' : undefined })}
          >
            In trouble
          </ToggleButton>
          {SORT_SHORTCUTS.map(([label, sort]) => (
            <ToggleButton
              key={sort}
              isOn={listing.sort === sort && directionOf(listing) === 'desc'}
              onPress={(isOn) => change({ sort: isOn ? sort : undefined, order: undefined })}
            >
              {label}
            </ToggleButton>
          ))}
        </div>
        <div className="flex min-w-0 items-center gap-2 max-[24rem]:[&_svg]:hidden">
          <FilterMenu list={list} />
          <ViewsMenu list={list} />
          {kind === 'own' && (
            <ToggleButton isOn={showsRows} onPress={(isOn) => setLook({ as: isOn ? 'rows' : 'cards' })}>
              Rows
            </ToggleButton>
          )}
          {(kind === 'fleet' || showsRows) && <ColumnsMenu list={list} />}
          <Button
            variant="secondary"
            size="sm"
            className="rounded-full pointer-coarse:h-11"
            busy={save.isPending}
            onClick={() => save.mutate({ ...exportQuery, ...columns })}
          >
            <Download aria-hidden />
            {count === undefined ? 'CSV' : `CSV of ${count}`}
          </Button>
        </div>
      </div>
      {chips.length > 0 && (
        <ul aria-label="Shown are only" className="flex flex-wrap items-center gap-2">
          {chips.map(([name, text, removal]) => (
            <li key={`${name} ${text}`} className="min-w-0">
              <Button
                variant="secondary"
                size="sm"
                className="max-w-full pointer-coarse:h-11"
                aria-label={`Remove ${name}: ${text}`}
                onClick={() => change(removal)}
              >
                <span className="truncate">
                  <span className="text-muted-foreground">{name}</span> {text}
                </span>
                <X aria-hidden />
              </Button>
            </li>
          ))}
          <li>
            <Button variant="ghost" size="sm" className="pointer-coarse:h-11" onClick={() => change(NO_LISTING)}>
              Clear all
            </Button>
          </li>
        </ul>
      )}
    </div>
  )
}

type ToggleButtonProps = { isOn: boolean; onPress: (isOn: boolean) => void; children: ReactNode }

function ToggleButton({ isOn, onPress, children }: ToggleButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onPress(!isOn)}
      className={cn(
        'h-8 shrink-0 whitespace-nowrap rounded-full border px-3 text-sm transition-colors pointer-coarse:h-11',
        isOn ? 'border-primary bg-primary-soft font-medium text-primary-text' : 'bg-card hover:bg-accent',
      )}
    >
      {children}
    </button>
  )
}
