import type { Page } from '@atalaya/contract/dashboard'

/** What one can do with a page. */
export type PageAction = {
  kind: 'select' | 'edit' | 'activate' | 'deactivate' | 'export' | 'trash' | 'delete'
  page: Page
}
