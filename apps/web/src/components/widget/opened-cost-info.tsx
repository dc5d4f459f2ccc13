import { bytesText } from '@atalaya/format/bytes'
import { secondsText } from '@atalaya/format/date'
import { type ComponentProps, useSyncExternalStore } from 'react'
import { Popover, PopoverContent, PopoverTrigger } from '#web/components/ui/popover.tsx'
import type { CostMeter } from '#web/components/widget/cost-meter.ts'
import { useFormats } from '#web/lib/formats.ts'
import { plural } from '#web/lib/plural.ts'

type OpenedCostInfoProps = { button: ComponentProps<'button'>; name: string; cost: CostMeter }

export function OpenedCostInfo({ button, name, cost }: OpenedCostInfoProps) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger {...button} />
      <PopoverContent align="end" className="w-64" aria-label={`What ${name} costs`}>
        <Figures cost={cost} />
      </PopoverContent>
    </Popover>
  )
}

function Figures({ cost }: { cost: CostMeter }) {
  const formats = useFormats()
  const { loadMs, bytes, requests, errors, lastError, nextAt } = useSyncExternalStore(cost.subscribe, cost.get)
  const lines = [
    ['Load time', loadMs === null ? 'Loading...' : `${loadMs} ms`],
    ['Received', `${bytesText(bytes, formats)} in ${plural(requests, { one: '# request', other: '# requests' })}`],
    ['Errors', lastError === null ? String(errors) : `${errors}, last: ${lastError}`],
    ['Next refresh', nextAt === null ? 'Live' : secondsText(nextAt, formats)],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {lines.map(([term, text]) => (
        <div key={term} className="contents">
          <dt className="text-muted-foreground">{term}</dt>
          <dd className="break-words text-right tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
