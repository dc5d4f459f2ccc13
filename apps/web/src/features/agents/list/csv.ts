import { agents } from '@atalaya/contract/agents'
import type { Args } from '@atalaya/contract/route'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { saveTable } from '#web/lib/save-file.ts'

/** Asked as the list is; what it answers is a text. */
const asCsv = { ...agents.list, path: '/api/v1/agents.csv' } as const

type Asked = Omit<Args<typeof agents.list>['query'], 'page' | 'pageSize' | 'after'> & { columns?: string; ids?: string }

/** Saves all agents that a list finds, not only the page of it that is shown. */
export const saveCsv = mutationOptions({
  mutationFn: async (query: Asked) => saveTable('agents', await call(asCsv, { query })),
  meta: { error: 'Could not save the list' },
})
