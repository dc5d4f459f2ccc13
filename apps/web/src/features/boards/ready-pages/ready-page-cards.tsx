import type { Page } from '@atalaya/contract/dashboard'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PageTiles } from '#web/components/page-tiles.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { makeReadyPage } from '#web/features/boards/ready-pages/ready-pages.queries.ts'
import { type ReadyPage, readyPages } from '#web/features/boards/ready-pages/ready-pages.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'

/** Aspect ratio of a common small panel. */
const ASPECT_RATIO = 1024 / 600

/** Library of ready pages; a press creates the page. */
export function ReadyPageCards({ onMade }: { onMade: (page: Page) => void }) {
  const create = useMutation(makeReadyPage(useQueryClient()))
  return (
    <div className="@container grid gap-3">
      {create.error && <Alert>{create.error.message}</Alert>}
      <ul className="grid gap-3 @lg:grid-cols-2 @4xl:grid-cols-4">
        {readyPages.map((ready) => (
          <Card
            key={ready.name}
            ready={ready}
            isBusy={create.isPending && create.variables === ready}
            isDisabled={create.isPending}
            onUse={() => create.mutate(ready, { onSuccess: onMade })}
          />
        ))}
      </ul>
    </div>
  )
}

type CardProps = { ready: ReadyPage; isBusy: boolean; isDisabled: boolean; onUse: () => void }

function Card({ ready: { name, description, widgets }, isBusy, isDisabled, onUse }: CardProps) {
  const { data: catalogue = [] } = useQuery(catalogueQuery)
  const modules = widgets.flatMap(({ id, place: [x, y, w, h] }) => {
    const meta = catalogue.find((entry) => entry.id === id)
    return meta ? [{ meta, position: { x, y, w, h } }] : []
  })
  return (
    <li aria-label={name} className="flex flex-col gap-3 rounded-xl border bg-card p-3 text-left">
      <div className="grid place-items-center rounded-lg bg-muted p-2.5">
        <PageTiles
          label={`${name}: ${modules.map(({ meta }) => meta.name).join(', ')}`}
          modules={modules}
          aspectRatio={ASPECT_RATIO}
          className="w-full"
        />
      </div>
      <div className="flex-1">
        <h3 className="font-medium">{name}</h3>
        <p className="text-muted-foreground text-sm">{description}</p>
      </div>
      <Button variant="secondary" busy={isBusy} disabled={isDisabled} aria-label={`Use ${name}`} onClick={onUse}>
        Use
      </Button>
    </li>
  )
}
