import { lazy, Suspense, useId } from 'react'
import { Link, useLocation } from 'react-router'
import { LANDING_URL } from '#web/app/links.ts'
import { displaysRoute, isActive, type NavRoute, sections, visibleSections } from '#web/app/navigation.ts'
import { BirthdayButton } from '#web/app/shell/birthday-button.tsx'
import { UserMenu } from '#web/app/shell/user-menu.tsx'
import { Logo } from '#web/components/logo.tsx'
import { Tooltip } from '#web/components/ui/tooltip.tsx'
import { cn } from '#web/lib/looks/cn.ts'
import { useQuietTime } from '#web/lib/quiet-time.ts'
import { useSession } from '#web/lib/session/session.ts'

// Loaded late, since displays are not needed at first. If loading fails, the entry of the displays is left out.
const WhenDisplays = lazy<typeof import('#web/app/shell/when-displays.tsx').WhenDisplays>(() =>
  import('#web/app/shell/when-displays.tsx').then(
    (m) => ({ default: m.WhenDisplays }),
    () => ({ default: () => null }),
  ),
)

type SidebarProps = {
  /** Collapsed shows icons only, each with its name as a tooltip. */
  isCollapsed?: boolean
  onNavigate?: () => void
}

export function Sidebar({ isCollapsed = false, onNavigate }: SidebarProps) {
  const user = useSession()?.user
  const { pathname } = useLocation()
  const id = useId()
  return (
    <div className="flex h-full flex-col overflow-hidden" data-collapsed={isCollapsed}>
      <a
        href={LANDING_URL}
        target="_blank"
        rel="noreferrer"
        className="m-2 flex h-9 items-center gap-2.5 rounded-md px-1.5 font-semibold text-lg tracking-tight hover:bg-accent"
        aria-label="Atalaya, about this product (opens in a new tab)"
      >
        <Logo className="size-5 shrink-0" />
        <span className={cn(isCollapsed && 'sr-only')}>Atalaya</span>
      </a>
      <nav aria-label="Main" className="flex flex-1 flex-col gap-4 overflow-y-auto overflow-x-hidden px-2 py-2">
        {visibleSections(sections, user?.role).map((section, at) => (
          <div key={section.title} data-admin={section.adminOnly}>
            <p
              id={`${id}-${at}`}
              lang={section.lang}
              className={cn('truncate px-2 pb-1 font-medium text-muted-foreground text-xs', isCollapsed && 'sr-only')}
            >
              {section.title}
            </p>
            <ul aria-labelledby={`${id}-${at}`} className="grid gap-0.5">
              {section.routes.map((route) => (
                <NavItem
                  key={route.url}
                  route={route}
                  isCurrent={isActive(route, pathname)}
                  isCollapsed={isCollapsed}
                  onNavigate={onNavigate}
                />
              ))}
              {at === 0 && <DisplaysItem isCollapsed={isCollapsed} onNavigate={onNavigate} />}
            </ul>
          </div>
        ))}
      </nav>
      <div className="grid gap-1 border-t p-2">
        <BirthdayButton isCollapsed={isCollapsed} />
        <UserMenu isCollapsed={isCollapsed} onNavigate={onNavigate} />
      </div>
    </div>
  )
}

type DisplaysItemProps = { isCollapsed: boolean; onNavigate: (() => void) | undefined }

/** For people with a display; on the displays' own screens at once, so that the entries below don't move. */
function DisplaysItem(props: DisplaysItemProps) {
  const isQuiet = useQuietTime()
  const { pathname } = useLocation()
  const item = <NavItem {...props} route={displaysRoute} isCurrent={isActive(displaysRoute, pathname)} />
  if (pathname.startsWith(displaysRoute.url)) return item
  return <Suspense>{isQuiet && <WhenDisplays>{item}</WhenDisplays>}</Suspense>
}

type NavItemProps = { route: NavRoute; isCurrent: boolean; isCollapsed: boolean; onNavigate: (() => void) | undefined }

function NavItem({ route, isCurrent, isCollapsed, onNavigate }: NavItemProps) {
  const Icon = route.icon
  return (
    <li>
      <Tooltip content={route.title} side="right" disabled={!isCollapsed}>
        <Link
          to={route.url}
          onClick={onNavigate}
          aria-current={isCurrent ? 'page' : undefined}
          className={cn(
            'relative flex h-8 items-center gap-2.5 rounded-md px-2 text-base text-muted-foreground transition-colors hover:bg-accent hover:text-foreground',
            isCurrent &&
              'bg-accent font-medium text-foreground before:absolute before:inset-y-1.5 before:-left-2 before:w-0.75 before:rounded-r-full before:bg-primary',
          )}
        >
          <Icon className="size-4 shrink-0" aria-hidden />
          <span className={cn('truncate', isCollapsed && 'sr-only')}>{route.title}</span>
        </Link>
      </Tooltip>
    </li>
  )
}
