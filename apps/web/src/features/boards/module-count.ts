import type { Page } from '@atalaya/contract/dashboard'

export const moduleCount = ({ modules }: Pick<Page, 'modules'>) =>
  modules.length === 1 ? '1 module' : `${modules.length} modules`
