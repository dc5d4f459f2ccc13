import { StatusSign } from '@atalaya/module-sdk/status-sign'
import type { Check } from '../server/link.ts'
import { checkText, inkOn, type ShownLink } from './shown-links.ts'

type LinkItemProps = { link: ShownLink; isDisplay: boolean }

/** One link. The whole row is clickable, except on a display. */
export function LinkItem({ link: { name, url, sign, color, check }, isDisplay }: LinkItemProps) {
  return (
    <li className="relative flex h-(--row) items-center gap-2.5 rounded-md px-1 focus-within:bg-accent hover:bg-accent">
      <span
        className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-lg bg-accent font-semibold text-sm @max-[7rem]:hidden @min-[40rem]:[@container(height>=16rem)]:size-13 @min-[40rem]:[@container(height>=16rem)]:text-xl"
        style={color ? { backgroundColor: color, color: inkOn(color) } : undefined}
        aria-hidden="true"
      >
        {sign}
      </span>
      <div className="min-w-0 flex-1 leading-tight @min-[40rem]:[@container(height>=16rem)]:text-lg">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        <LinkStatus url={url} check={check} />
      </div>
      {url !== null && !isDisplay && (
        <a
          href={url}
          target="_blank"
          rel="noopener"
          title={name}
          className="absolute inset-0 rounded-md outline-none focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset"
        >
          <span className="sr-only">{name}</span>
        </a>
      )}
    </li>
  )
}

function LinkStatus({ url, check }: { url: string | null; check: Check | null }) {
  if (url === null) return <Line text="Not an address of the web" />
  if (check === null) return <Line text={hostOf(url)} />
  return (
    <p
      className={`flex items-center gap-1 text-xs tabular-nums ${check.isUp ? 'text-muted-foreground' : 'font-medium text-destructive-text'}`}
    >
      <StatusSign
        name={check.isUp ? 'done' : 'attention'}
        className={`size-3.5 @max-[9rem]:hidden ${check.isUp ? 'text-success-text' : ''}`}
      />
      <span className="sr-only">{check.isUp ? 'Up, ' : 'Down, '}</span>
      <span className="min-w-0 truncate" title={checkText(check)}>
        {checkText(check)}
      </span>
    </p>
  )
}

const Line = ({ text }: { text: string }) => (
  <p className="truncate text-muted-foreground text-xs" title={text}>
    {text}
  </p>
)

const hostOf = (url: string): string => new URL(url).host
