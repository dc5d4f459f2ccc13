import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SECTIONS, SEPARATE_SCREENS, type Section } from '#web/app/settings/sections.ts'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/lib/looks/cn.ts'
import { usePageName } from '#web/lib/looks/page-name.ts'

type SettingsPlaceProps = {
  section: Section
  /** No section is chosen: a phone shows only the list. */
  isStart?: boolean
  children: ReactNode
}

/** List of all settings beside the chosen one; on a phone either of them. */
export function SettingsPlace({ section, isStart = false, children }: SettingsPlaceProps) {
  usePageName(isStart ? undefined : SECTIONS[section].title)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-8">
      <nav
        aria-label="Settings"
        className={cn('md:sticky md:top-[calc(var(--above)+4.75rem)]', !isStart && 'max-md:hidden')}
      >
        <ul className="grid gap-0.5 max-md:divide-y max-md:overflow-hidden max-md:rounded-xl max-md:border max-md:bg-card">
          {Object.entries(SECTIONS).map(([name, entry]) => (
            <Entry key={name} {...entry} to={`/settings/${name}`} isCurrent={name === section} />
          ))}
        </ul>
        <h2 id="settings-elsewhere" className="px-3 pt-5 pb-1.5 text-muted-foreground text-xs">
          Elsewhere
        </h2>
        <ul
          aria-labelledby="settings-elsewhere"
          className="grid gap-0.5 max-md:divide-y max-md:overflow-hidden max-md:rounded-xl max-md:border max-md:bg-card"
        >
          {SEPARATE_SCREENS.map((entry) => (
            <Entry key={entry.to} {...entry} />
          ))}
        </ul>
      </nav>
      <div className={cn('grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4', isStart && 'max-md:hidden')}>
        <Button variant="ghost" className="-ml-2 h-11 justify-self-start md:hidden" asChild>
          <Link to="/settings">
            <ChevronLeft aria-hidden />
            All settings
          </Link>
        </Button>
        {children}
      </div>
    </div>
  )
}

type EntryProps = {
  to: string
  title: string
  icon: LucideIcon
  isCurrent?: boolean
}

function Entry({ to, title, icon: Icon, isCurrent = false }: EntryProps) {
  return (
    <li>
      <Link
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className={cn(
          'flex min-h-11 items-center gap-3 px-3 text-sm hover:bg-accent md:min-h-9 md:rounded-md pointer-coarse:md:min-h-11',
          isCurrent && 'md:bg-accent md:font-medium',
        )}
      >
        <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground md:hidden" />
      </Link>
    </li>
  )
}
