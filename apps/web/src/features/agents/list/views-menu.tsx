import { VIEWS_MAX } from '@atalaya/contract/preferences'
import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { chosenColumns } from '#web/features/agents/list/chosen-columns.ts'
import { searchOf } from '#web/features/agents/list/listing-address.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import type { ViewAction } from '#web/features/agents/list/view-dialog.tsx'
import { addressOf, withRenamedView, withSavedView } from '#web/features/agents/list/views.ts'

const ViewDialog = lazy(() =>
  import('#web/features/agents/list/view-dialog.tsx').then((m) => ({ default: m.ViewDialog })),
)

/** Menu of a list's views; renders nothing if there are none and nothing to save. */
export function ViewsMenu({ list }: { list: ListState }) {
  const { kind, params, look, view, views, saveViews, goTo } = list
  const [action, setAction] = useState<ViewAction | null>(null)
  const search = searchOf(params)
  const isChanged = view !== undefined && view.search !== search
  if (views.length === 0 && search === '' && Object.keys(look).length === 0) return null

  function save(name: string): void {
    const columns = chosenColumns(kind, look)
    const [next, saved] = withSavedView(views, { name, search, columns, ...(look.as && { as: look.as }) })
    saveViews(next)
    goTo(addressOf(saved), true)
  }
  function remove(): void {
    saveViews(views.filter((saved) => saved !== view))
    setAction(null)
    goTo(search, true)
  }

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="secondary" size="sm" className="min-w-0 max-w-60 shrink rounded-full pointer-coarse:h-11">
            <Bookmark aria-hidden />
            <span className="truncate">{view ? view.name : 'Views'}</span>
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align="start"
          className="max-h-[min(26rem,var(--radix-dropdown-menu-content-available-height))] max-w-72 overflow-y-auto"
        >
          {views.length > 0 && (
            <>
              <DropdownMenuLabel>Views</DropdownMenuLabel>
              {views.map((saved) => (
                <DropdownMenuCheckboxItem
                  key={saved.slug}
                  checked={saved === view && !isChanged}
                  onSelect={() => goTo(addressOf(saved))}
                >
                  <span className="truncate">{saved.name}</span>
                </DropdownMenuCheckboxItem>
              ))}
              <DropdownMenuSeparator />
            </>
          )}
          <DropdownMenuItem disabled={views.length >= VIEWS_MAX} onSelect={() => setAction('save')}>
            {views.length >= VIEWS_MAX ? `${VIEWS_MAX} views are the most` : 'Save as a view…'}
          </DropdownMenuItem>
          {view && (
            <>
              {isChanged && (
                <DropdownMenuItem onSelect={() => save(view.name)}>
                  <span className="truncate">Update “{view.name}”</span>
                </DropdownMenuItem>
              )}
              <DropdownMenuItem onSelect={() => setAction('rename')}>Rename…</DropdownMenuItem>
              <DropdownMenuItem variant="destructive" onSelect={() => setAction('delete')}>
                Delete…
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {action && (
        <Suspense>
          <ViewDialog
            action={action}
            views={views}
            view={view}
            onSave={save}
            onRename={(name) => view && saveViews(withRenamedView(views, view.slug, name))}
            onDelete={remove}
            onClose={() => setAction(null)}
          />
        </Suspense>
      )}
    </>
  )
}
