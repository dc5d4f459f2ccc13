import { type LegalPage, legal } from '@atalaya/contract/legal'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'

export const legalQuery = (page: LegalPage) =>
  queryOptions({
    queryKey: ['legal', page],
    queryFn: ({ signal }) => call(legal.read, { params: { page } }, signal),
  })

export const changeLegalText = (page: LegalPage) =>
  mutationOptions({
    mutationFn: async (text: string | null, { client }) => {
      const changed = await call(legal.change, { params: { page }, body: { text } })
      client.setQueryData(legalQuery(page).queryKey, changed)
    },
    meta: { success: 'Text saved', error: false },
  })
