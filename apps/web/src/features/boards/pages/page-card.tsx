import type { Page } from '@atalaya/contract/dashboard'
import { GripVertical } from 'lucide-react'
import { useRef } from 'react'
import { Badge } from '#web/components/ui/badge.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Switch } from '#web/components/ui/switch.tsx'
import { moduleCountText } from '#web/features/boards/module-count.ts'
import type { PageAction } from '#web/features/boards/pages/page-actions.ts'
import { PageMenu } from '#web/features/boards/pages/page-menu.tsx'
import { usePageHandle } from '#web/features/boards/pages/use-page-handle.ts'
import type { PageOrder } from '#web/features/boards/pages/use-page-order.ts'
import { useSlide } from '#web/features/boards/use-slide.ts'
import type { Embla } from '#web/features/boards/wall/carousel-state.ts'
import { cn } from '#web/lib/looks/cn.ts'

type PageCardProps = {
  page: Page
  /** Visible index in the row, from 0. */
  index: number
  count: number
  isSelected: boolean
  isActivating: boolean
  order: PageOrder
  /** Carousel that contains the card. */
  embla: Embla
  onAction: (action: PageAction) => void
}

/** One line on a low screen, to leave room for the canvas. */
const LOW_SCREEN =
  '[@media(max-height:40rem)]:flex-row [@media(max-height:40rem)]:items-center [@media(max-height:40rem)]:p-2'

/** Card of one page in the carousel; a press opens the page in the editor below. */
export function PageCard({ page, index, count, isSelected, isActivating, order, embla, onAction }: PageCardProps) {
  const card = useRef<HTMLLIElement>(null)
  useSlide(card, String(index))
  const { name, description, active } = page
  const isHeld = order.heldId === page._id
  const handle = usePageHandle(page, index, order, embla)
  return (
    <li
      ref={card}
      data-page={page._id}
      className="min-w-0 flex-[0_0_17rem] p-1.5 max-sm:basis-full"
      style={{ order: index }}
    >
      <article
        aria-label={name}
        className={cn(
          'relative flex h-full flex-col gap-2 rounded-xl border bg-card p-3 shadow-sm transition-colors hover:border-input',
          LOW_SCREEN,
          isSelected && 'border-primary ring-1 ring-primary',
          isHeld && 'shadow-lg ring-2 ring-ring',
        )}
      >
        <div className="flex min-w-0 flex-1 items-center gap-1">
          <button
            type="button"
            {...handle}
            data-no-swipe
            aria-label={`Reorder ${name}, ${index + 1} of ${count}`}
            aria-pressed={isHeld}
            className="relative z-10 grid size-7 max-sm:size-11 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground hover:bg-accent active:cursor-grabbing aria-pressed:bg-primary aria-pressed:text-primary-foreground"
          >
            <GripVertical className="size-4" aria-hidden />
          </button>
          <button
            type="button"
            aria-current={isSelected || undefined}
            onClick={() => onAction({ kind: 'select', page })}
            className="min-w-0 flex-1 truncate text-left font-semibold after:absolute after:inset-0 after:rounded-xl"
          >
            {name}
          </button>
          <PageMenu page={page} onAction={onAction} />
        </div>
        <p
          className={cn(
            'line-clamp-2 min-h-10 text-sm [@media(max-height:40rem)]:hidden',
            description ? '' : 'text-muted-foreground',
          )}
        >
          {description || 'No description provided'}
        </p>
        <div className="flex items-center justify-between gap-2">
          <Badge variant="outline" className="[@media(max-height:40rem)]:hidden">
            {moduleCountText(page)}
          </Badge>
          <Label className="relative z-10 flex items-center gap-2 text-sm max-sm:min-h-11">
            <span className="[@media(max-height:40rem)]:hidden">{active || isActivating ? 'Active' : 'Activate'}</span>
            <Switch
              checked={active || isActivating}
              disabled={isActivating}
              aria-label={`Activate ${name}`}
              onCheckedChange={(checked) => onAction({ kind: checked ? 'activate' : 'deactivate', page })}
            />
          </Label>
        </div>
      </article>
    </li>
  )
}
