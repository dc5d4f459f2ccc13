import type { Page } from '@atalaya/contract/dashboard'
import type { UseQueryResult } from '@tanstack/react-query'

/** The person's pages, which are another feature's, as they are being read. */
export type ReadPages = Pick<UseQueryResult<Page[]>, 'data' | 'error' | 'refetch'>
