import type { Page, WidgetConfig } from '@atalaya/contract/dashboard'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { saveEdit } from '#web/features/boards/boards.queries.ts'
import { PageGrid } from '#web/features/boards/page-grid.tsx'
import { useStable } from '#web/lib/use-stable.ts'

type ClientSlideProps = {
  page: Page
  /** Zoom factor, for reading from farther away. */
  zoom: number
  /** True while on screen. */
  isShown: boolean
  /** True on screen and next to it: mounted in advance for a swipe. */
  isNear: boolean
}

/** One page on a display. Widgets are read-only, but may change their own configuration. */
export function ClientSlide({ page, zoom, isShown, isNear }: ClientSlideProps) {
  return (
    <li
      aria-label={page.name}
      aria-roledescription="slide"
      inert={!isShown}
      className="h-full min-w-0 flex-[0_0_100%] p-2 md:px-6 xl:flex-[0_0_calc(100%/min(2,var(--pages)))] min-[120rem]:flex-[0_0_calc(100%/min(3,var(--pages)))]"
    >
      <div className="mx-auto flex h-full max-h-[80vh] flex-col overflow-y-auto">
        {page.modules.length === 0 && (
          <p style={{ zoom }} className="grid flex-1 place-items-center text-center text-muted-foreground text-lg">
            This dashboard has no modules.
          </p>
        )}
        {page.modules.length > 0 && isNear && <Modules page={page} zoom={zoom} isSuspended={!isShown} />}
      </div>
    </li>
  )
}

/** Rows have a minimum height: on a low or zoomed screen the page scrolls instead of becoming unreadable. */
function Modules({ page, zoom, isSuspended }: { page: Page; zoom: number; isSuspended: boolean }) {
  const { mutate } = useMutation(saveEdit(useQueryClient(), page._id))
  const onConfig = useStable((id: string, config: WidgetConfig) => mutate({ kind: 'configure', id, config }))
  return (
    <PageGrid
      modules={page.modules}
      isSuspended={isSuspended}
      zoom={zoom}
      onConfig={onConfig}
      className="[grid-template-rows:repeat(5,minmax(2.75rem,1fr))]"
    />
  )
}
