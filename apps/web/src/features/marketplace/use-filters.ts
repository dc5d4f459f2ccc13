import { useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import { type Filters, readFilters, withFilters } from '#web/components/catalogue/filters.ts'
import { useStable } from '#web/lib/use-stable.ts'

/**
 * Filters, kept in the address so that a link restores them. They are state as well, because the address updates too
 * late for a text field. Typing replaces the history entry; any other navigation comes from outside and overrides the
 * state.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const navigation = useNavigationType()
  const [filters, setFilters] = useState(() => readFilters(params))
  const [seen, setSeen] = useState(params)
  if (params !== seen) {
    setSeen(params)
    if (navigation !== 'REPLACE') setFilters(readFilters(params))
  }

  const change = useStable((changed: Partial<Filters>) => {
    const next = { ...filters, ...changed }
    setFilters(next)
    void setParams((before) => withFilters(before, next), { replace: true, preventScrollReset: true })
  })
  return { filters, change }
}
