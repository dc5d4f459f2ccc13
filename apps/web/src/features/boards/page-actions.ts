import type { Page } from '@atalaya/contract/dashboard'

/** Actions on a page. */
export type PageAction = {
  kind: 'select' | 'edit' | 'activate' | 'deactivate' | 'export' | 'trash' | 'delete'
  page: Page
}
