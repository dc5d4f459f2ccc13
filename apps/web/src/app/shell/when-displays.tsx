import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { displaysQuery } from '#web/features/displays/displays.queries.ts'

/** What only a person who has a display sees. */
export function WhenDisplays({ children }: { children: ReactNode }) {
  return useQuery(displaysQuery).data?.length ? children : null
}
