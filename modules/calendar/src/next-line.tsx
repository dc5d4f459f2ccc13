import { useFormats } from '@atalaya/module-sdk'
import { Agenda, type AgendaProps } from './agenda-list.tsx'
import { dayName } from './day-name.ts'
import { BUSY, useColor, useTimeOf } from './entry-line.tsx'

/** Content of a tile one row high: the next event, and how many more there are on its day. */
export function NextLine(props: AgendaProps) {
  const { agenda, wallNow, isHidden, age } = props
  const formats = useFormats()
  const color = useColor()
  const timeOf = useTimeOf()
  const [next] = agenda
  // Upcoming events come before those that have begun: they matter more.
  const entry = next?.entries.find(({ event, part }) => part === 'start' && event.from >= wallNow) ?? next?.entries[0]
  if (!next || !entry) return <Agenda {...props} note={null} />
  const others = next.entries.length - 1
  const title = isHidden ? BUSY : entry.event.title || 'Untitled'
  const when = `${dayName(next.day, wallNow, formats)}, ${timeOf(entry)}`
  return (
    <div className="h-full overflow-hidden px-3 [container-type:size] @max-[7rem]:px-2">
      <div className="flex h-full items-center gap-2.5">
        <span
          className="h-8 w-1 shrink-0 rounded-full @max-[7rem]:hidden"
          style={{ backgroundColor: color(entry.event.slot) }}
          aria-hidden="true"
        />
        <div className="min-w-0 flex-1 leading-tight">
          <p className="truncate font-semibold" title={title}>
            {title}
          </p>
          <p className="truncate text-muted-foreground text-xs" title={when}>
            {when}
          </p>
          {age && <div className="flex @min-[16rem]:hidden">{age}</div>}
        </div>
        {age && <div className="flex shrink-0 @max-[16rem]:hidden">{age}</div>}
        {others > 0 && (
          <p className="shrink-0 rounded-full bg-accent px-2 font-semibold text-xs tabular-nums leading-5 @max-[9rem]:hidden">
            +{others}
            <span className="sr-only"> more</span>
          </p>
        )}
      </div>
    </div>
  )
}
