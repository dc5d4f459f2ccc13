import { useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import { type Filters, readFilters, withFilters } from '#web/components/catalogue/filters.ts'
import { useStable } from '#web/lib/use-stable.ts'

/**
 * The filters, kept in the address so that a link reopens them. The address follows a moment later, too late for a box
 * that one types into; so they are state as well. Typing replaces the entry in the history: what arrives by another
 * kind of navigation is not ours, and counts.
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
