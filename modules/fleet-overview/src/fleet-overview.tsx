import { Age, Dimmed, useAwaySince, useFleet, useSize } from '@atalaya/module-sdk'
import { type Group, groupsOf, isComplete, onlineOf } from './groups.ts'

/** Height of the lines of tags that fit whole: no line is cut in half. */
const WHOLE_LINES = 'supports-[height:round(down,1px,1px)]:max-h-[calc(round(down,100%+0.375rem,1.625rem)-0.375rem)]'
const [SOFT, SOFT_RED] = ['var(--success-soft)', 'var(--destructive-soft)']

/** Numbers of online agents, in all and by tag. */
export function FleetOverview() {
  const fleet = useFleet()
  const { height } = useSize()
  const awaySince = useAwaySince()
  if (fleet.state === 'loading') return <Note text="Loading..." />
  if (fleet.state === 'failed') return <Note text="The agents could not be read." />
  if (fleet.total === 0) return <Note text="You have no agents yet." />
  const online = onlineOf(fleet.agents)
  const groups = groupsOf(fleet.agents)
  return (
    <Dimmed
      since={awaySince}
      className={`@container flex h-full gap-4 overflow-hidden px-3 ${height > 1 ? 'flex-col py-3' : 'items-center py-1.5'}`}
    >
      <Total
        online={awaySince === null ? online : null}
        total={fleet.total}
        counted={fleet.agents.length}
        since={awaySince}
      />
      {groups.length > 0 && (
        <div
          className={`flex min-h-0 min-w-0 flex-1 ${height > 1 ? 'items-start' : '@max-[18rem]:hidden items-center self-stretch'}`}
        >
          <ul
            aria-label="By tag"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reached by the keyboard.
            tabIndex={0}
            className={`flex max-h-full w-full flex-wrap gap-1.5 overflow-y-auto overscroll-contain [scrollbar-width:thin] ${WHOLE_LINES}`}
          >
            {groups.map((group) => (
              <Tag key={group.tag} group={group} isKnown={awaySince === null} />
            ))}
          </ul>
        </div>
      )}
    </Dimmed>
  )
}

/** `online` is null while the server is away. `counted` is the number of listed agents; there may be more. */
type TotalProps = { online: number | null; total: number; counted: number; since: string | null }

function Total({ online, total, counted, since }: TotalProps) {
  const share = ((online ?? 0) / Math.max(1, counted)) * 100
  return (
    <div className="flex min-w-0 max-w-full shrink-0 items-center gap-3 @max-[10rem]:gap-1">
      {online !== null && (
        <svg
          viewBox="0 0 36 36"
          className="size-12 -rotate-90 @max-[10rem]:size-8 @max-[7rem]:hidden"
          fill="none"
          strokeWidth="4"
          aria-hidden="true"
        >
          <circle cx="18" cy="18" r="15" className="stroke-accent" />
          {share > 0 && (
            <circle
              cx="18"
              cy="18"
              r="15"
              pathLength="100"
              strokeDasharray={`${share} 100`}
              className="stroke-success"
            />
          )}
        </svg>
      )}
      <p className="min-w-0 leading-tight">
        <span className="font-semibold text-2xl tabular-nums" data-figure>
          {online ?? total}
        </span>
        {online !== null && <span className="text-muted-foreground text-sm tabular-nums"> / {total}</span>}
        <span className="block text-muted-foreground text-xs">
          {since === null ? (
            'agents online'
          ) : (
            <>
              agents, unknown for <Age since={since} />
            </>
          )}
          {counted < total && `, of the first ${counted}`}
        </span>
      </p>
    </div>
  )
}

/**
 * A tag's bar is green for the share of its agents that is online, red for the others. A sign says it without colour:
 * ● if all are online, ○ if some are missing.
 */
function Tag({ group, isKnown }: { group: Group; isKnown: boolean }) {
  const { tag, online, total } = group
  const share = Math.floor((online / total) * 100)
  const style = isKnown
    ? { backgroundImage: `linear-gradient(90deg, ${SOFT} ${share}%, ${SOFT_RED} ${share}%)` }
    : undefined
  return (
    <li style={style} className="flex max-w-48 items-center gap-1.5 rounded-full bg-accent px-2.5 py-0.5 text-xs">
      {isKnown && <span aria-hidden>{isComplete(group) ? '●' : '○'}</span>}
      <span className="min-w-0 truncate font-medium" title={tag}>
        {tag}
      </span>
      <span className="whitespace-nowrap tabular-nums">
        {isKnown && `${online} / `}
        {total}
        <span className="sr-only">{isKnown ? ' online' : ' agents'}</span>
      </span>
    </li>
  )
}

function Note({ text }: { text: string }) {
  return <p className="grid h-full place-items-center p-3 text-center text-muted-foreground text-sm">{text}</p>
}
