import { useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import { type Filters, readFilters, withFilters } from '#web/components/catalogue/filters.ts'
import { useStable } from '#web/lib/use-stable.ts'

/**
 * Filters, kept in the URL so that a link restores them. They are state as well, because the URL updates too
 * late for a text field. Typing replaces the history entry; any other navigation comes from outside and overrides the
 * state.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const navigation = useNavigationType()
  const [filters, setFilters] = useState(() => readFilters(params))
  const [seenParams, setSeenParams] = useState(params)
  if (params !== seenParams) {
    setSeenParams(params)
    if (navigation !== 'REPLACE') setFilters(readFilters(params))
  }

  const change = useStable((changed: Partial<Filters>) => {
    const next = { ...filters, ...changed }
    setFilters(next)
    void setParams((oldParams) => withFilters(oldParams, next), { replace: true, preventScrollReset: true })
  })
  return { filters, change }
}
