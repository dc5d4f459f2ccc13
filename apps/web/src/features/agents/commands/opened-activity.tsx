import type { Batch } from '@atalaya/contract/commands'
import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#web/components/ui/popover.tsx'
import { BatchRow } from '#web/features/agents/commands/batch-row.tsx'

type OpenedActivityProps = { button: ComponentProps<'button'>; batches: Batch[] }

/** Latest batches with their states, and a link to all of them. */
export function OpenedActivity({ button, batches }: OpenedActivityProps) {
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger {...button} />
      <PopoverContent align="end" className="w-[min(24rem,calc(100vw-1rem))] p-0" aria-label="Activity">
        <ul className="divide-y overflow-hidden rounded-t-lg">
          {batches.map((batch) => (
            <BatchRow key={batch.batchId} batch={batch} isOwn onOpen={close} />
          ))}
        </ul>
        <div className="border-t p-1">
          <Button variant="ghost" size="sm" className="w-full" asChild>
            <Link to="/activity" onClick={close}>
              See all
            </Link>
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  )
}
