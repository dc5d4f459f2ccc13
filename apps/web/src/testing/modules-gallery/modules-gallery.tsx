import type { PreviewFixture } from '@atalaya/contract/module-fixture'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { fixtureOf } from '#web/components/widget/fixture-widget-api.ts'
import { Widget } from '#web/components/widget/widget.tsx'
import { queryClient } from '#web/lib/calls/query-client.ts'
import { bundledFixtures, type GalleryModule } from '#web/testing/modules-gallery/bundled-fixtures.ts'
import '#web/styles.css'

/** Cell of a display of 1024 by 600; a test sets those of other displays on each tile. */
const CELL = { '--cell-width': '256px', '--cell-height': '96px' }
const GAP = '8px'

// Not inherited: otherwise a new size would compute the style of every element again.
for (const [name, initialValue] of Object.entries(CELL))
  CSS.registerProperty({ name, initialValue, syntax: '<length>', inherits: false })

/**
 * Query of the gallery: `?module=weather` shows one module, `?picture` only its picture for the catalogue.
 * `?theme=dark` is dark mode; `?all` shows every state at every size.
 */
const searchParams = new URLSearchParams(location.search)

function Gallery() {
  const id = searchParams.get('module')
  const shown = bundledFixtures().filter(({ meta }) => id === null || meta.id === id)
  return (
    <main className="grid gap-10 p-6">
      {shown.map((bundled) => (
        <section key={bundled.meta.id} aria-label={bundled.meta.name} className="grid gap-4">
          <h1 className="font-semibold text-2xl">{bundled.meta.name}</h1>
          {bundled.states.map((state) => (
            <State key={state} bundled={bundled} state={state} />
          ))}
        </section>
      ))}
    </main>
  )
}

function State({ bundled, state }: { bundled: GalleryModule; state: PreviewFixture['shows'] }) {
  const { width, height } = bundled.meta.size
  // A full module is shown at every size; in other states the module's own size is enough.
  const isEverySizeShown = state === 'full' || (searchParams.has('all') && state !== 'loading')
  const sizes = isEverySizeShown ? bundled.sizes : [{ w: width, h: height }]
  return (
    <section aria-label={state} className="grid gap-2">
      <h2 className="text-muted-foreground text-sm">{state}</h2>
      <div className="flex flex-wrap gap-4">
        {sizes.map(({ w, h }) => (
          <Cell key={`${w}x${h}`} bundled={bundled} state={state} w={w} h={h} />
        ))}
      </div>
    </section>
  )
}

type CellProps = { bundled: GalleryModule; state: PreviewFixture['shows']; w: number; h: number }

function Cell({ bundled: { meta, fixture }, state, w, h }: CellProps) {
  return (
    <figure>
      <article
        aria-label={`${meta.name}, ${state}, ${w} by ${h}`}
        className="@container overflow-hidden rounded-lg border bg-card shadow-sm"
        style={{
          width: `calc(${w} * var(--cell-width) - ${GAP})`,
          height: `calc(${h} * var(--cell-height) - ${GAP})`,
        }}
      >
        <Widget
          module={{ _id: `${meta.id}-${state}`, meta, config: fixture.config, position: { x: 0, y: 0, w, h } }}
          fixture={fixtureOf({ ...fixture, shows: state })}
        />
      </article>
      <figcaption className="text-muted-foreground text-xs">
        {w} × {h}
      </figcaption>
    </figure>
  )
}

/** The module in its own size and full state, with some page around it. */
function Picture({ bundled }: { bundled: GalleryModule }) {
  const { width, height } = bundled.meta.size
  return (
    <div id="picture" className="grid w-fit place-items-center bg-background p-4 [&_figcaption]:hidden">
      <Cell bundled={bundled} state="full" w={width} h={height} />
    </div>
  )
}

if (searchParams.get('theme') === 'dark') document.documentElement.classList.add('dark')
const [first] = bundledFixtures().filter(({ meta }) => meta.id === searchParams.get('module'))
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      {searchParams.has('picture') && first ? <Picture bundled={first} /> : <Gallery />}
    </QueryClientProvider>,
  )
}
