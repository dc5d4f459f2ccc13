import { agents } from '@atalaya/contract/agents'
import type { Args } from '@atalaya/contract/route'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { saveTable } from '#web/lib/save-file.ts'

/** Takes the parameters of the list, but answers with text. */
const csvRoute = { ...agents.list, path: '/api/v1/agents.csv' } as const

type ExportQuery = Omit<Args<typeof agents.list>['query'], 'page' | 'pageSize' | 'after'> & {
  columns?: string
  ids?: string
}

/** Exports all agents that match, not only the shown page. */
export const saveCsv = mutationOptions({
  mutationFn: async (query: ExportQuery) => saveTable('agents', await call(csvRoute, { query })),
  meta: { error: 'Could not save the list' },
})
