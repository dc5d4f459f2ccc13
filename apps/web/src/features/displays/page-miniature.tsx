import type { Page } from '@atalaya/contract/dashboard'
import type { Display } from '@atalaya/contract/displays'
import { PageTiles } from '#web/components/page-tiles.tsx'
import { cn } from '#web/lib/looks/cn.ts'

/** Size of a common small panel, until the display has reported its own. */
const DEFAULT_SIZE = { width: 1024, height: 600 }

type PageMiniatureProps = { display: Display; pages: readonly Page[]; className?: string }

/** Miniature of the page on a display, in the display's shape. */
export function PageMiniature({ display: { report, settings }, pages, className }: PageMiniatureProps) {
  const page = pages.find(({ _id }) => _id === report?.pageId)
  const { width, height } = report && report.width > 0 && report.height > 0 ? report : DEFAULT_SIZE
  const isOnItsSide = settings.turned === 90 || settings.turned === 270
  return (
    <div className={cn('grid h-40 place-items-center overflow-hidden bg-muted p-2.5', className)}>
      <PageTiles
        label={report ? pictureText(page) : 'Not known yet'}
        modules={page?.modules ?? []}
        aspectRatio={isOnItsSide ? height / width : width / height}
        className={cn('h-full', !page && report && 'bg-black')}
      />
    </div>
  )
}

function pictureText(page: Page | undefined): string {
  if (!page) return 'A black screen'
  return `${page.name}: ${page.modules.map(({ meta }) => meta.name).join(', ') || 'no modules'}`
}
