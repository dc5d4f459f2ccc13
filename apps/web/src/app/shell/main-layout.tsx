import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { useArrival } from '#web/app/arrival.ts'
import { keepProgramLater } from '#web/app/cached-program.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { useContentFocus } from '#web/app/shell/content-focus.ts'
import { EarlyTyping } from '#web/app/shell/early-typing.tsx'
import { Header } from '#web/app/shell/header.tsx'
import { PageSkeleton } from '#web/app/shell/page-skeleton.tsx'
import { Sidebar } from '#web/app/shell/sidebar.tsx'
import { useSidebarState } from '#web/app/shell/sidebar-state.ts'
import { useShortcut } from '#web/app/shell/use-shortcut.ts'
import { WaitingNotice } from '#web/app/shell/waiting-notice.tsx'
import { cn } from '#web/lib/looks/cn.ts'

const CommandPalette = lazy(() =>
  import('#web/app/palette/command-palette.tsx').then((m) => ({ default: m.CommandPalette })),
)

const SidebarSheet = lazy(() => import('#web/app/shell/sidebar-sheet.tsx').then((m) => ({ default: m.SidebarSheet })))

export function MainLayout() {
  const { title, fullTitle } = usePageTitle()
  const { pathname } = useLocation()
  const isArrival = useArrival()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [earlyText, setEarlyText] = useState('')
  const togglePalette = useCallback(() => {
    setEarlyText('')
    setPaletteOpen((open) => !open)
  }, [])
  useShortcut('k', togglePalette)
  useEffect(keepProgramLater, [])
  useContentFocus()
  const { isMobile, isExpanded, isSheetOpen, setSheetOpen, toggle } = useSidebarState()
  const [wasSheetOpen, setWasSheetOpen] = useState(false)
  if (isSheetOpen && !wasSheetOpen) setWasSheetOpen(true)
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-popover font-medium shadow-md focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <div className="flex min-h-svh">
        {isMobile ? (
          <Suspense>{wasSheetOpen && <SidebarSheet isOpen={isSheetOpen} onOpenChange={setSheetOpen} />}</Suspense>
        ) : (
          <aside
            aria-label="Sidebar"
            className={cn(
              'sticky top-(--above) h-svh shrink-0 border-r bg-sidebar transition-[width] duration-200 max-md:hidden',
              isExpanded ? 'w-64' : 'w-12',
            )}
          >
            <Sidebar isCollapsed={!isExpanded} />
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <Header
            title={title}
            isSidebarOpen={isMobile ? isSheetOpen : isExpanded}
            onToggleSidebar={toggle}
            onOpenPalette={togglePalette}
          />
          <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[88rem] flex-1 p-4 outline-none md:p-6">
            <WaitingNotice />
            {/* Keyed, so that a new page shows its skeleton at once instead of keeping the old page on screen. */}
            <Suspense key={suspenseKeyOf(pathname)} fallback={<PageSkeleton />}>
              <Outlet context={isArrival} />
            </Suspense>
          </main>
        </div>
      </div>
      {isPaletteOpen && (
        <Suspense fallback={<EarlyTyping onType={setEarlyText} onCancel={togglePalette} />}>
          <CommandPalette typed={earlyText} onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
      {/* Announces the new page to screen readers: a change without a load is silent. */}
      <p aria-live="polite" className="sr-only">
        {fullTitle}
      </p>
      <ScrollRestoration />
    </>
  )
}

/** One key for all settings, so that keyboard users stay in their list. */
const suspenseKeyOf = (pathname: string) => (pathname.startsWith('/settings/') ? '/settings' : pathname)
