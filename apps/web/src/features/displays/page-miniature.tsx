import type { Page } from '@atalaya/contract/dashboard'
import type { Display } from '@atalaya/contract/displays'
import { GRID_COLUMNS, GRID_ROWS } from '@atalaya/contract/grid'
import { cn } from '#web/lib/cn.ts'
import { gridArea } from '#web/lib/grid-area.ts'

/** A small panel, while the display has not said yet how large it is. */
const USUAL = { width: 1024, height: 600 }

type PageMiniatureProps = { display: Display; pages: readonly Page[]; className?: string }

/** What is on a display, drawn small from the page itself: where each module is, by its name. In the display's own shape. */
export function PageMiniature({ display: { report, settings }, pages, className }: PageMiniatureProps) {
  const page = pages.find(({ _id }) => _id === report?.pageId)
  const { width, height } = report && report.width > 0 && report.height > 0 ? report : USUAL
  const isOnItsSide = settings.turned === 90 || settings.turned === 270
  const [across, down] = isOnItsSide ? [height, width] : [width, height]
  return (
    <div className={cn('grid h-40 place-items-center overflow-hidden bg-muted p-2.5', className)}>
      <div
        role="img"
        aria-label={report ? pictureText(page) : 'Not known yet'}
        style={{ aspectRatio: across / down, gridTemplate: `repeat(${GRID_ROWS}, 1fr) / repeat(${GRID_COLUMNS}, 1fr)` }}
        className={cn(
          'grid h-full max-w-full overflow-hidden rounded-md border p-0.5 shadow-sm',
          page || !report ? 'bg-background' : 'bg-black',
        )}
      >
        {page?.modules.map(({ _id, meta, position }) => (
          <span key={_id} style={gridArea(position)} className="@container grid min-h-0 min-w-0 p-px">
            <span className="overflow-hidden rounded-sm border bg-card px-1 text-[0.625rem] text-muted-foreground leading-4">
              {/* Of a narrower one nothing could be read. */}
              <span className="hidden truncate @min-[2.5rem]:block" title={meta.name}>
                {meta.name}
              </span>
            </span>
          </span>
        ))}
      </div>
    </div>
  )
}

function pictureText(page: Page | undefined): string {
  if (!page) return 'A black screen'
  const names = page.modules.map(({ meta }) => meta.name)
  return `${page.name}: ${names.length > 0 ? names.join(', ') : 'no modules'}`
}
