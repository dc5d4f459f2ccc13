import { useConfig, useIsDisplay } from '@atalaya/module-sdk'
import { Markdown } from './markdown.tsx'

/** A text that its owner wrote, as Markdown. */
export function Notes() {
  const { text, letters, hideOnDisplays } = useConfig()
  const isDisplay = useIsDisplay()
  if (typeof text !== 'string' || text.trim() === '')
    return <Placeholder>Write a text in this module's settings.</Placeholder>
  if (isDisplay && hideOnDisplays === true) return <Placeholder>Hidden on displays.</Placeholder>
  // A display can't be scrolled: lines that do not fit go to a column out of sight.
  const overflow = isDisplay ? 'columns-1 overflow-hidden [column-fill:auto]' : 'scroll-list'
  return (
    <div className="h-full p-3">
      <section
        aria-label="Notes"
        tabIndex={isDisplay ? undefined : 0}
        className={`wrap-anywhere h-full leading-snug ${letters === 'large' ? 'text-xl' : 'text-base'} ${overflow}`}
      >
        <Markdown text={text} hasLinks={!isDisplay} />
      </section>
    </div>
  )
}

function Placeholder({ children }: { children: string }) {
  return <p className="grid h-full place-content-center p-2 text-center text-muted-foreground text-sm">{children}</p>
}
