import { PanelLeft, Search, SquareArrowOutUpRight } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { SOURCE_URL } from '#web/app/links.ts'
import { openClient } from '#web/app/open-client.ts'
import { GitHubMark } from '#web/app/shell/github-mark.tsx'
import { NavigationProgress } from '#web/app/shell/navigation-progress.tsx'
import { ThemeToggle } from '#web/app/shell/theme-toggle.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Tooltip } from '#web/components/ui/tooltip.tsx'
import { cn } from '#web/lib/looks/cn.ts'
import { useQuietTime } from '#web/lib/quiet-time.ts'

/** Sized for fingers; closer together on a phone, so that the title keeps its room. */
const TOUCH =
  'max-sm:gap-0 max-sm:px-1 pointer-coarse:[&_:is(a,button)]:h-11 pointer-coarse:[&_:is(a,button)]:min-w-9 pointer-coarse:min-[24rem]:[&_:is(a,button)]:min-w-11'

type HeaderProps = { title: string; isSidebarOpen: boolean; onToggleSidebar: () => void; onOpenPalette: () => void }

// Loaded late: only people who have sent commands see it. If loading fails, it is left out.
const Activity = lazy<ComponentType>(() =>
  import('#web/features/agents/commands/activity-button.tsx').then(
    (m) => ({ default: m.ActivityButton }),
    () => ({ default: () => null }),
  ),
)

const Bell = lazy<ComponentType>(() =>
  import('#web/features/alerts/alert-bell.tsx').then(
    (m) => ({ default: m.AlertBell }),
    () => ({ default: () => null }),
  ),
)

export function Header({ title, isSidebarOpen, onToggleSidebar, onOpenPalette }: HeaderProps) {
  const isQuiet = useQuietTime()
  return (
    <header
      className={cn(
        'sticky top-(--above) z-30 flex h-13 shrink-0 items-center gap-2 border-b bg-background/90 px-3 backdrop-blur-sm md:px-4 [@media(max-height:20rem)]:static',
        TOUCH,
      )}
    >
      <Tooltip content="Toggle sidebar (Ctrl+B)">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Toggle sidebar"
          aria-expanded={isSidebarOpen}
          aria-keyshortcuts="Control+B Meta+B"
          onClick={onToggleSidebar}
        >
          <PanelLeft aria-hidden />
        </Button>
      </Tooltip>
      <h1 className="min-w-0 flex-1 truncate font-semibold text-base">{title}</h1>
      {/* Beside the title, which shrinks, so that nothing moves when they appear. */}
      <Suspense>{isQuiet && <Activity />}</Suspense>
      <Suspense>{isQuiet && <Bell />}</Suspense>
      <Button
        variant="secondary"
        size="sm"
        className="font-normal text-muted-foreground max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onOpenPalette}
      >
        <Search aria-hidden />
        <span className="max-lg:sr-only">Search</span>
        <kbd aria-hidden className="rounded-sm border px-1 font-sans text-xs max-sm:hidden">
          Ctrl K
        </kbd>
      </Button>
      <Button variant="secondary" size="sm" onClick={openClient}>
        <SquareArrowOutUpRight aria-hidden />
        <span className="max-sm:sr-only">Go to Client</span>
      </Button>
      <Tooltip content="GitHub">
        <Button variant="ghost" size="icon-sm" className="max-sm:hidden" asChild>
          <a href={SOURCE_URL} target="_blank" rel="noreferrer" aria-label="GitHub (opens in a new tab)">
            <GitHubMark />
          </a>
        </Button>
      </Tooltip>
      <ThemeToggle />
      <NavigationProgress />
    </header>
  )
}
