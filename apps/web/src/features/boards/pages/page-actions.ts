import type { Page } from '@atalaya/contract/dashboard'

export type PageAction = {
  kind: 'select' | 'edit' | 'activate' | 'deactivate' | 'export' | 'trash' | 'delete'
  page: Page
}
