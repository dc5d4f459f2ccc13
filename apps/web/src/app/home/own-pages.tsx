import type { Page } from '@atalaya/contract/dashboard'
import { Link } from 'react-router'
import { LoadFailed } from '#web/components/load-failed.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { moduleCountText } from '#web/features/boards/module-count.ts'

const SHOWN_MAX = 4

/** The person's first pages, each with a link to its editor. */
export function OwnPages({ pages, onRetry }: { pages: readonly Page[] | undefined; onRetry: () => void }) {
  return (
    <Card aria-labelledby="own-pages">
      <CardHeader className="items-center pb-4">
        <CardTitle id="own-pages">Your pages</CardTitle>
        <Button variant="ghost" size="sm" className="-my-1" asChild>
          <Link to="/dashboard">
            See all<span className="sr-only"> pages</span>
          </Link>
        </Button>
      </CardHeader>
      {!pages && (
        <LoadFailed className="border-t px-4 py-4 text-muted-foreground text-sm" onRetry={onRetry}>
          Could not load your pages.
        </LoadFailed>
      )}
      {pages?.length === 0 && (
        <p className="border-t px-4 py-4 text-muted-foreground text-sm">You have no pages yet.</p>
      )}
      <ul>
        {pages?.slice(0, SHOWN_MAX).map((page) => (
          <li key={page._id} className="relative flex items-center gap-3 border-t px-4 py-2.5 hover:bg-accent">
            <Link
              to={`/dashboard?page=${page._id}`}
              className="min-w-0 truncate font-medium after:absolute after:inset-0"
            >
              {page.name}
            </Link>
            {page.active && <Badge variant="primary">Active</Badge>}
            <span className="ml-auto shrink-0 text-muted-foreground text-sm">{moduleCountText(page)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
