import { ChartSpline } from 'lucide-react'
import { type ComponentProps, lazy, Suspense } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#web/components/ui/popover.tsx'
import type { CompareForm } from '#web/features/agents/detail/compare-form.tsx'

/** Lazy: few users open it. */
const Form = lazy(async () => ({ default: (await import('#web/features/agents/detail/compare-form.tsx')).CompareForm }))

/** Popover to choose the machines to compare with. */
export function Compare(props: ComponentProps<typeof CompareForm>) {
  const isCompared = props.comparedIds.length > 0 || props.tag !== null
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant={isCompared ? 'default' : 'secondary'} size="sm">
          <ChartSpline aria-hidden />
          Compare
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Compare with other agents" className="w-80 max-w-[calc(100vw-1rem)]">
        <Suspense fallback={<div className="h-72" />}>
          <Form {...props} />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}
