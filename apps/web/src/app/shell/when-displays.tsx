import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { displaysQuery } from '#web/features/displays/displays.queries.ts'

/** Shows its children only to people with a display. */
export function WhenDisplays({ children }: { children: ReactNode }) {
  return useQuery(displaysQuery).data?.length ? children : null
}
