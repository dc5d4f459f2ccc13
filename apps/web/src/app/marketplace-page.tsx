import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { installModule, pagesQuery } from '#web/features/boards/boards.queries.ts'
import { Marketplace } from '#web/features/marketplace/marketplace.tsx'

/** The marketplace, with the pages on which its modules can be put. */
export function MarketplacePage() {
  const { data: pages } = useQuery(pagesQuery)
  const { mutateAsync } = useMutation(installModule(useQueryClient()))
  return <Marketplace pages={pages} install={mutateAsync} />
}
