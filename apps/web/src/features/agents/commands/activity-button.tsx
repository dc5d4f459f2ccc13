import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#web/components/ui/popover.tsx'
import { Tooltip } from '#web/components/ui/tooltip.tsx'
import { isOver } from '#web/features/agents/commands/command-status.ts'
import { activityQuery } from '#web/features/agents/commands/commands.queries.ts'
import { SendingRow } from '#web/features/agents/commands/sending-row.tsx'

const SHOWN = 5

/** What the person sent last, and how it stands; nothing for who never sent anything. */
export function ActivityButton() {
  const { data } = useQuery(activityQuery('mine', 1, SHOWN))
  const [isOpen, setOpen] = useState(false)
  if (!data || data.batches.length === 0) return null
  const open = data.batches.filter((batch) => !isOver(batch)).length
  const close = () => setOpen(false)
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <Tooltip content="Activity" disabled={isOpen}>
        <PopoverTrigger asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            className="relative"
            aria-label={open > 0 ? `Activity, ${open} under way` : 'Activity'}
          >
            <History aria-hidden />
            {open > 0 && <span className="absolute top-1 right-1 size-2 rounded-full bg-info" aria-hidden />}
          </Button>
        </PopoverTrigger>
      </Tooltip>
      <PopoverContent align="end" className="w-[min(24rem,calc(100vw-1rem))] p-0" aria-label="Activity">
        <ul className="divide-y overflow-hidden rounded-t-lg">
          {data.batches.map((batch) => (
            <SendingRow key={batch.batchId} batch={batch} isOwn onOpen={close} />
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
