import { PAGES_MAX, type Page } from '@atalaya/contract/dashboard'
import { AppError } from '#server/domain/errors.ts'
import type { Rate } from '#server/limits/limits.ts'

/** Fields of a page that changes of the list need. */
export type PageHead = Pick<Page, '_id' | 'slug' | 'order'>

/** Five changes a second. Each is sent to all screens of the account, and a new order returns all its pages. */
export const listChanges: Rate = {
  name: 'changes of pages',
  max: 300,
  windowMs: 60_000,
  message: 'You have changed your pages many times within a minute; try again in a minute',
  code: 'dashboard.too_many_changes',
  isPerInstance: true,
}

/** @throws AppError conflict if the account has as many pages as it can have */
export function refuseTooMany(pages: readonly PageHead[]): void {
  if (pages.length < PAGES_MAX) return
  throw new AppError('conflict', `You can have at most ${PAGES_MAX} pages`, { code: 'dashboard.too_many_pages' })
}

/** Fields of a new page: last in order, active if it is the first, and the taken slugs. */
export function newPageFields(pages: readonly PageHead[]) {
  return {
    order: Math.max(-1, ...pages.map((page) => page.order)) + 1,
    isFirst: pages.length === 0,
    taken: new Set(pages.map((page) => page.slug)),
  }
}
