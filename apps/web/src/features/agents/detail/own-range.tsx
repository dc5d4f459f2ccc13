import type { TimeSpan } from '@atalaya/charts/cursor'
import { CalendarRange } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#web/components/ui/popover.tsx'

/** Lazy: few users open it. */
const OwnRangeForm = lazy(async () => ({
  default: (await import('#web/features/agents/detail/own-range-form.tsx')).OwnRangeForm,
}))

type Props = { shown: TimeSpan | undefined; isOwn: boolean; onChoose: (span: TimeSpan) => void }

/** Popover for a custom time span. */
export function OwnRange({ shown, isOwn, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant={isOwn ? 'default' : 'secondary'} size="sm">
          <CalendarRange aria-hidden />
          From – to
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="From when to when">
        <Suspense fallback={<div className="h-44" />}>
          <OwnRangeForm
            shown={shown}
            onChoose={(span) => {
              onChoose(span)
              setOpen(false)
            }}
          />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}
