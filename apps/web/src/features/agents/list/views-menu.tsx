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
import { savedParamsOf } from '#web/features/agents/list/listing-address.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import type { ViewAction } from '#web/features/agents/list/view-dialog.tsx'
import { queryStringOf, withRenamedView, withSavedView } from '#web/features/agents/list/views.ts'

const ViewDialog = lazy(() =>
  import('#web/features/agents/list/view-dialog.tsx').then((m) => ({ default: m.ViewDialog })),
)

/** Menu of a list's views; renders nothing if there are no views and nothing to save. */
export function ViewsMenu({ list }: { list: ListState }) {
  const { kind, params, look, view, views, saveViews, goTo } = list
  const [action, setAction] = useState<ViewAction | null>(null)
  const savedParams = savedParamsOf(params)
  const isChanged = view !== undefined && view.search !== savedParams
  if (views.length === 0 && savedParams === '' && Object.keys(look).length === 0) return null

  function save(name: string): void {
    const columns = chosenColumns(kind, look)
    const [next, saved] = withSavedView(views, { name, search: savedParams, columns, ...(look.as && { as: look.as }) })
    saveViews(next)
    goTo(queryStringOf(saved), { replace: true })
  }
  function remove(): void {
    saveViews(views.filter((saved) => saved !== view))
    setAction(null)
    goTo(savedParams, { replace: true })
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
                  onSelect={() => goTo(queryStringOf(saved))}
                >
                  <span className="truncate">{saved.name}</span>
                </DropdownMenuCheckboxItem>
              ))}
              <DropdownMenuSeparator />
            </>
          )}
          <DropdownMenuItem disabled={views.length >= VIEWS_MAX} onSelect={() => setAction('save')}>
            {views.length >= VIEWS_MAX ? `At most ${VIEWS_MAX} views` : 'Save as a view…'}
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
