import { agents } from '@atalaya/contract/agents'
import type { Args } from '@atalaya/contract/route'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { saveTable } from '#web/lib/save-file.ts'

/** Same parameters as the list, but the response is text. */
const asCsv = { ...agents.list, path: '/api/v1/agents.csv' } as const

type ExportQuery = Omit<Args<typeof agents.list>['query'], 'page' | 'pageSize' | 'after'> & {
  columns?: string
  ids?: string
}

/** Exports all agents that match, not only the shown page. */
export const saveCsv = mutationOptions({
  mutationFn: async (query: ExportQuery) => saveTable('agents', await call(asCsv, { query })),
  meta: { error: 'Could not save the list' },
})
