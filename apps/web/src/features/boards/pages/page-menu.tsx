import type { Page } from '@atalaya/contract/dashboard'
import { EllipsisVertical } from 'lucide-react'
import { buttonVariants } from '#web/components/ui/button.tsx'
import { LateOverlay } from '#web/components/ui/late-overlay.tsx'
import type { PageAction } from '#web/features/boards/pages/page-actions.ts'
import { cn } from '#web/lib/looks/cn.ts'

const load = () => import('#web/features/boards/pages/opened-page-menu.tsx').then((m) => m.OpenedPageMenu)

type PageMenuProps = { page: Page; onAction: (action: PageAction) => void }

export function PageMenu({ page, onAction }: PageMenuProps) {
  return (
    <LateOverlay
      kind="menu"
      load={load}
      opened={{ page, onAction }}
      aria-label={`Actions for ${page.name}`}
      className={cn(buttonVariants({ variant: 'ghost', size: 'icon-sm' }), 'relative z-10 max-sm:size-11')}
    >
      <EllipsisVertical aria-hidden />
    </LateOverlay>
  )
}
