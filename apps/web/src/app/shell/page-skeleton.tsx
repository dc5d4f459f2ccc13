import { Skeleton } from '#web/components/ui/skeleton.tsx'

/** Skeleton for pages without one of their own: a row of cards and a table. */
export function PageSkeleton() {
  return (
    <div className="grid gap-4" role="status" aria-label="Loading">
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-24 rounded-xl" />
        ))}
      </div>
      <Skeleton className="h-80 rounded-xl" />
    </div>
  )
}
