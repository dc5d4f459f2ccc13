import { useAwaySince, useConfig, useData, useIsDisplay, useSize, WithData } from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import type { Check, Checks } from '../server/link.ts'
import { LinkItem } from './link-item.tsx'
import { type ShownLink, shownLinks, summaryText } from './shown-links.ts'

/** The links of the form. They can be followed also while nothing is known of them. */
export function Links() {
  const config = useConfig()
  const view = useData<Checks>()
  const asksStatus = config.status !== false
  if (shownLinks(config, []).length === 0) return <Note>Add links in this module's settings.</Note>
  if (!asksStatus) return <LinkList checks={[]} age={null} summary={null} />
  if (view.state === 'loading') return <LinkList checks={[]} age={null} summary="Asking..." />
  if (view.state === 'failed') return <LinkList checks={[]} age={null} summary="Status unknown" title={view.error} />
  return <WithData<Checks>>{({ checks }, age) => <LinkList checks={checks} age={age} />}</WithData>
}

type LinkListProps = {
  checks: readonly Check[]
  age: ReactNode
  /** Replaces the summary of all checks; null for no summary. */
  summary?: string | null
  title?: string
}

function LinkList({ checks, age, summary, title }: LinkListProps) {
  const { height } = useSize()
  const isDisplay = useIsDisplay()
  const isAway = useAwaySince() !== null
  const links = shownLinks(useConfig(), checks)
  const text = summary === undefined ? summaryText(links) : summary
  const hasHead = text !== null && (height > 1 || age !== null)
  return (
    <div className="h-full [container-type:size]">
      <div className="flex h-full flex-col overflow-hidden p-2 [--row:2.75rem] @min-[40rem]:[@container(height>=16rem)]:[--row:4.25rem]">
        {hasHead && (
          <div className="flex min-h-6 shrink-0 items-baseline gap-x-2 px-1 pb-1 @max-[10rem]:flex-wrap">
            <p
              className={`min-w-0 flex-1 truncate font-semibold ${height === 1 || age ? '@max-[10rem]:sr-only' : ''} ${isAnyDown(links) && !isAway ? 'text-destructive-text' : ''}`}
              title={title ?? text}
            >
              {text}
            </p>
            {age}
          </div>
        )}
        <div className="min-h-0 flex-1">
          <ul
            aria-label="Links"
            className={`grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] @min-[40rem]:[@container(height>=16rem)]:grid-cols-[repeat(auto-fill,minmax(16rem,1fr))] content-start gap-x-2 ${isDisplay ? 'h-full max-h-[round(down,100%,var(--row))] overflow-hidden' : 'h-full scroll-list'}`}
          >
            {inOrder(links, isDisplay).map((link, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an address can be there twice, and rows have no other name.
              <LinkItem key={index} link={link} isDisplay={isDisplay} />
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}

const isAnyDown = (links: readonly ShownLink[]) => links.some(({ check }) => check?.isUp === false)

/** A display can't be scrolled, so links that are down come first there. */
function inOrder(links: ShownLink[], isDisplay: boolean): ShownLink[] {
  const rankOf = ({ check }: ShownLink) => Number(check?.isUp !== false)
  return isDisplay ? links.toSorted((a, b) => rankOf(a) - rankOf(b)) : links
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="grid h-full place-items-center overflow-hidden px-3 py-1 text-center text-muted-foreground text-sm leading-snug">
      {children}
    </p>
  )
}
