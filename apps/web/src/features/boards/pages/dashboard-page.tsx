import type { Page } from '@atalaya/contract/dashboard'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArchiveRestore, LayoutDashboard, LayoutTemplate, Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { editPage, pagesQuery } from '#web/features/boards/boards.queries.ts'
import { PageEditor } from '#web/features/boards/editor/page-editor.tsx'
import { exportPage } from '#web/features/boards/pages/archive.queries.ts'
import type { PageAction } from '#web/features/boards/pages/page-actions.ts'
import { PageCarousel } from '#web/features/boards/wall/page-carousel.tsx'
import { cn } from '#web/lib/looks/cn.ts'
import { useCommandPaletteRequest } from '#web/lib/use-palette-request.ts'

// Lazy: each loads when it is first opened.
const DeletePageDialog = lazy(() =>
  import('#web/features/boards/pages/delete-page-dialog.tsx').then((m) => ({ default: m.DeletePageDialog })),
)
const ImportDialog = lazy(() =>
  import('#web/features/boards/pages/import-dialog.tsx').then((m) => ({ default: m.ImportDialog })),
)
const PageDialog = lazy(() =>
  import('#web/features/boards/pages/page-dialog.tsx').then((m) => ({ default: m.PageDialog })),
)
const ReadyPageCards = lazy(() =>
  import('#web/features/boards/ready-pages/ready-page-cards.tsx').then((m) => ({ default: m.ReadyPageCards })),
)
const ReadyPagesDialog = lazy(() =>
  import('#web/features/boards/ready-pages/ready-pages-dialog.tsx').then((m) => ({ default: m.ReadyPagesDialog })),
)
const TrashDialog = lazy(() =>
  import('#web/features/boards/pages/trash-dialog.tsx').then((m) => ({ default: m.TrashDialog })),
)

export function DashboardPage() {
  const { data: pages, isPending, error, refetch } = useQuery(pagesQuery)
  if (isPending) return <p role="status">Loading dashboards…</p>
  if (pages) return <Dashboards pages={pages} />
  return (
    <EmptyState
      icon={LayoutDashboard}
      title="The dashboards could not be read"
      action={<Button onClick={() => refetch()}>Try Again</Button>}
    >
      {error.message || 'Unknown error occurred'}
    </EmptyState>
  )
}

const BUTTON_ROW = 'flex flex-wrap items-center gap-2 max-sm:[&>button]:h-11'

type Open = { kind: 'create' | 'import' | 'ready' | 'trash' } | { kind: 'edit' | 'delete'; page: Page }

function Dashboards({ pages }: { pages: Page[] }) {
  const [selected, select] = useSelectedPage(pages)
  const [open, setOpen] = useState<Open | null>(null)
  const activation = useMutation(editPage)
  const exporting = useMutation(exportPage)
  useCommandPaletteRequest('new-page', () => setOpen({ kind: 'create' }))
  const close = () => setOpen(null)
  const show = (page: Page) => {
    select(page._id)
    close()
  }

  function onAction({ kind, page }: PageAction) {
    if (kind === 'select') select(page._id)
    else if (kind === 'edit' || kind === 'delete') setOpen({ kind, page })
    else if (kind === 'trash') setOpen({ kind })
    else if (kind === 'export') exporting.mutate(page)
    else activation.mutate({ id: page._id, active: kind === 'activate' })
  }
  function onDeleted(page: Page) {
    close()
    const first = pages.find(({ _id }) => _id !== page._id)
    if (page._id === selected?._id) select(first?._id ?? null)
  }
  const createButton = (name: string) => (
    <Button onClick={() => setOpen({ kind: 'create' })}>
      <Plus aria-hidden />
      {name}
    </Button>
  )
  const moreButtons = (
    <>
      <Button variant="ghost" onClick={() => setOpen({ kind: 'trash' })}>
        <ArchiveRestore aria-hidden />
        Deleted pages
      </Button>
      <Button variant="secondary" onClick={() => setOpen({ kind: 'import' })}>
        <Upload aria-hidden />
        Import
      </Button>
    </>
  )

  return (
    <div className="grid grid-cols-1 gap-5 [@media(max-height:40rem)]:gap-2">
      {activation.isError && <Alert>Could not activate the page</Alert>}
      {selected ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-muted-foreground">
              Arrange what your{' '}
              <Link to="/displays" className="underline underline-offset-4">
                displays
              </Link>{' '}
              show.
            </p>
            <div className={BUTTON_ROW}>
              {moreButtons}
              <Button variant="secondary" onClick={() => setOpen({ kind: 'ready' })}>
                <LayoutTemplate aria-hidden />
                Ready pages
              </Button>
              {createButton('New Page')}
            </div>
          </div>
          <PageCarousel
            pages={pages}
            selectedId={selected._id}
            activatingId={activation.isPending && activation.variables.active ? activation.variables.id : null}
            onAction={onAction}
          />
          <PageEditor key={selected._id} page={selected} />
        </>
      ) : (
        <>
          <EmptyState
            icon={LayoutDashboard}
            title="No pages yet"
            action={
              <div className={cn(BUTTON_ROW, 'justify-center')}>
                {createButton('Create First Page')}
                {moreButtons}
              </div>
            }
          >
            A page is a screen of modules; a display shows your pages one after the other.
          </EmptyState>
          <section aria-labelledby="ready-pages" className="grid gap-3">
            <h2 id="ready-pages" className="font-semibold text-lg">
              Or begin with a ready page
            </h2>
            <Suspense>
              <ReadyPageCards onMade={show} />
            </Suspense>
          </section>
        </>
      )}
      <Suspense>
        {open?.kind === 'create' && <PageDialog isFirst={pages.length === 0} onClose={close} onSaved={show} />}
        {open?.kind === 'import' && <ImportDialog onClose={close} onImported={show} />}
        {open?.kind === 'ready' && <ReadyPagesDialog onClose={close} onMade={show} />}
        {open?.kind === 'trash' && <TrashDialog onClose={close} onRestored={show} />}
        {open?.kind === 'edit' && <PageDialog page={open.page} onClose={close} onSaved={close} />}
        {open?.kind === 'delete' && (
          <DeletePageDialog page={open.page} onClose={close} onDeleted={() => onDeleted(open.page)} />
        )}
      </Suspense>
    </div>
  )
}

/** Edited page: the one in the URL, else the active one, else the first. */
function useSelectedPage(pages: readonly Page[]) {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('page')
  const selected = pages.find((page) => page._id === wanted) ?? pages.find((page) => page.active) ?? pages[0]
  const select = (id: string | null) => setParams(id ? { page: id } : {}, { replace: true })
  return [selected, select] as const
}
