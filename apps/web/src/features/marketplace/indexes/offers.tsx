import type { IndexedModule } from '@atalaya/contract/module-indexes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ListFooter } from '#web/components/list-footer.tsx'
import { SearchInput } from '#web/components/search-input.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { installOffer, OFFERS_PAGE_SIZE, offersQuery } from '#web/features/marketplace/indexes/indexes.queries.ts'
import { OfferRow } from '#web/features/marketplace/indexes/offer-row.tsx'
import { PublisherDialog } from '#web/features/marketplace/indexes/publisher-dialog.tsx'
import { pageCount } from '#web/lib/calls/paging.ts'
import { useLastPage, usePagedQuery } from '#web/lib/calls/use-paged-query.ts'
import { notify } from '#web/lib/notify.ts'
import { useDebouncedCall } from '#web/lib/use-debounced-call.ts'
import { useStable } from '#web/lib/use-stable.ts'

type OffersProps = {
  only: 'updates' | null
  /** Called with an installed version that still has to be accepted. */
  onWaiting: (id: string, version: string) => void
}

/** Modules in the indexes, paged; the server searches. */
export function Offers({ only, onWaiting }: OffersProps) {
  const [search, setSearch] = useState({ query: '', page: 1 })
  const { query, page } = search
  const { callLater } = useDebouncedCall((text) => setSearch({ query: text.trim(), page: 1 }))
  const { data, isPending, isOld, isError, refetch } = usePagedQuery(offersQuery({ only, query, page }))
  const pages = data && pageCount(data.total, OFFERS_PAGE_SIZE)
  const goTo = useStable((change: { page?: number }) => setSearch((old) => ({ ...old, ...change })))
  useLastPage({ page, pages, isOld }, goTo)
  const [moduleToConfirm, setModuleToConfirm] = useState<IndexedModule | null>(null)
  const install = useMutation(installOffer)

  function onInstall({ indexId, id, offer, isOtherPublisher }: IndexedModule, newPublisher?: string) {
    if (!offer) return
    install.mutate(
      { indexId, id, version: offer.version, newPublisher },
      {
        onError: (error) => (isOtherPublisher ? undefined : void notify('error', error.message)),
        onSuccess({ package: { name }, version, isActive }) {
          setModuleToConfirm(null)
          if (isActive) void notify('success', `${name} ${version} is running`)
          else onWaiting(id, version)
        },
      },
    )
  }
  function onChosen(module: IndexedModule) {
    install.reset()
    if (module.isOtherPublisher) setModuleToConfirm(module)
    else onInstall(module)
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <SearchInput placeholder="Search the indexes..." maxLength={100} onValueChange={callLater} />
      {isPending && !data && <Skeleton className="h-40" />}
      {isError && (
        <Alert>
          Could not load what the indexes offer{' '}
          <Button variant="link" className="h-auto px-0" onClick={() => void refetch()}>
            Try Again
          </Button>
        </Alert>
      )}
      {data?.total === 0 && (
        <p className="text-muted-foreground text-sm">
          {query !== ''
            ? 'No module was found.'
            : only
              ? 'All that is installed is up to date.'
              : 'The indexes are empty.'}
        </p>
      )}
      {data && data.total > 0 && (
        <>
          <ul className="grid gap-2" aria-label={only ? 'Updates' : 'Modules of the indexes'} aria-busy={isOld}>
            {data.modules.map((module) => (
              <OfferRow
                key={`${module.indexId} ${module.id}`}
                module={module}
                isBusy={install.isPending && install.variables.id === module.id}
                onInstall={() => onChosen(module)}
              />
            ))}
          </ul>
          <ListFooter
            page={page}
            total={data.total}
            pages={pages ?? 1}
            isLoading={isOld}
            hasFailed={isError}
            onChange={goTo}
          />
        </>
      )}
      {moduleToConfirm && (
        <PublisherDialog
          module={moduleToConfirm}
          isBusy={install.isPending}
          error={install.error?.message}
          onAccept={(publisher) => onInstall(moduleToConfirm, publisher)}
          onClose={() => setModuleToConfirm(null)}
        />
      )}
    </div>
  )
}
