import type { TimeSpan } from '@atalaya/charts/cursor'
import { CalendarRange } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#web/components/ui/popover.tsx'

/** Lazy: few users open it. */
const CustomRangeForm = lazy(async () => ({
  default: (await import('#web/features/agents/detail/custom-range-form.tsx')).CustomRangeForm,
}))

type Props = { shown: TimeSpan | undefined; isCustom: boolean; onChoose: (span: TimeSpan) => void }

/** Popover for a custom time span. */
export function CustomRange({ shown, isCustom, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant={isCustom ? 'default' : 'secondary'} size="sm">
          <CalendarRange aria-hidden />
          From – to
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="From when to when">
        <Suspense fallback={<div className="h-44" />}>
          <CustomRangeForm
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
