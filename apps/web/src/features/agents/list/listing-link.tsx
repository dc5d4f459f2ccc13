import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ListingChange } from '#web/features/agents/list/listing.ts'
import { withListChange } from '#web/features/agents/list/listing-address.ts'

type ListingLinkProps = { to: ListingChange; title: string; children: ReactNode }

/** Link from a value in a list to all agents that have it too. */
export function ListingLink({ to, title, children }: ListingLinkProps) {
  const [params] = useSearchParams()
  const search = `?${withListChange(params, to)}`
  return (
    <Link
      to={{ search }}
      title={title}
      preventScrollReset
      className="pointer-coarse:-my-3 relative min-w-0 max-w-full truncate rounded-sm hover:underline pointer-coarse:py-3"
    >
      {children}
    </Link>
  )
}
