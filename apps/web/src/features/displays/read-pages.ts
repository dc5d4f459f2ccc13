import type { Page } from '@atalaya/contract/dashboard'
import type { UseQueryResult } from '@tanstack/react-query'

/** Query result of the user's pages, passed in because another feature owns them. */
export type ReadPages = Pick<UseQueryResult<Page[]>, 'data' | 'error' | 'refetch'>
