import type { Page } from '@atalaya/contract/dashboard'
import { DISPLAYS_MAX, type Display } from '@atalaya/contract/displays'
import { MonitorSmartphone, Plus, Radio } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DisplayCard } from '#web/features/displays/display-card.tsx'
import { tagsOf } from '#web/features/displays/display-list.ts'
import { onlyHereText } from '#web/lib/loopback.ts'
import { plural } from '#web/lib/plural.ts'

const PairDialog = lazy(() => import('#web/features/displays/pair-dialog.tsx').then((m) => ({ default: m.PairDialog })))
const RemoteDialog = lazy(() =>
  import('#web/features/displays/remote-dialog.tsx').then((m) => ({ default: m.RemoteDialog })),
)

/** URL parameter with a pairing code, from the QR code on a screen. */
const PARAM = 'pair'

type DisplayCardsProps = { displays: Display[]; pages: readonly Page[] }

/** The user's displays, with buttons to pair another one and to control several at once. */
export function DisplayCards({ displays, pages }: DisplayCardsProps) {
  const [params, setParams] = useSearchParams()
  const code = params.get(PARAM)
  const [open, setOpen] = useState<'pair' | 'remote' | null>(code === null ? null : 'pair')
  const tags = tagsOf(displays)
  const loopbackAdvice = onlyHereText('another screen')

  function close() {
    setOpen(null)
    if (code !== null) setParams({}, { replace: true })
  }
  const pairButton = (
    <Button disabled={displays.length >= DISPLAYS_MAX} onClick={() => setOpen('pair')}>
      <Plus aria-hidden />
      Pair a screen
    </Button>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {displays.length === 0 ? (
        <EmptyState icon={MonitorSmartphone} title="No displays yet" action={pairButton}>
          A display is a screen on a wall that shows your pages by itself, and nothing else of yours. Open{' '}
          <code className="wrap-anywhere inline-block max-w-full">{window.location.origin}/display</code> on it, and
          type here the code that it shows.{loopbackAdvice && <span className="mt-2 block">{loopbackAdvice}</span>}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-muted-foreground">{countText(displays)}</p>
            <div className="flex flex-wrap gap-2">
              {tags.length > 0 && (
                <Button variant="secondary" onClick={() => setOpen('remote')}>
                  <Radio aria-hidden />
                  Tell several
                </Button>
              )}
              {pairButton}
            </div>
          </div>
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3" aria-label="Your displays">
            {displays.map((display) => (
              <li key={display._id} className="grid min-w-0">
                <DisplayCard display={display} pages={pages} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Suspense>
        {open === 'pair' && <PairDialog initialCode={code ?? ''} pages={pages} onClose={close} />}
        {open === 'remote' && <RemoteDialog tags={tags} pages={pages} onClose={close} />}
      </Suspense>
    </div>
  )
}

function countText(displays: readonly Display[]): string {
  const online = displays.filter(({ isOnline }) => isOnline).length
  return `${plural(displays.length, { one: '# display', other: '# displays' })}, ${online} online`
}
