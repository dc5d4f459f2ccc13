import type { Display } from '@atalaya/contract/displays'
import { acceptZone } from '#server/alerts/zones.ts'
import type { Repos } from '#server/compose/repos.ts'
import { AppError } from '#server/domain/errors.ts'

type Pages = Pick<Repos['pages'], 'filterOfUser'>
/** Fields of a display that need checks beyond their shape. */
export type CheckedFields = Partial<Pick<Display, 'zone' | 'entries' | 'settings'>>
/** A page in the input, and its path there. */
export type NamedPage = { path: string; pageId: string }

/**
 * Checks beyond those of the contract. `before` is the present display: it may keep a page that was deleted since.
 * @throws AppError bad_request for an unknown time zone, and for a page that is not the owner's
 */
export async function refuseInvalidFields(
  pages: Pages,
  ownerId: string,
  fields: CheckedFields,
  before: CheckedFields = {},
): Promise<void> {
  if (fields.zone !== undefined) acceptZone(fields.zone, 'displays.unknown_zone')
  const formerPageIds = new Set(pagesIn(before).map(({ pageId }) => pageId))
  const added = pagesIn(fields).filter(({ pageId }) => !formerPageIds.has(pageId))
  await refuseForeignPages(pages, ownerId, added)
}

/** @throws AppError bad_request, with the path, for a page that is not the owner's */
export async function refuseForeignPages(pages: Pages, ownerId: string, named: NamedPage[]): Promise<void> {
  const ownPageIds = await pages.filterOfUser(
    ownerId,
    named.map(({ pageId }) => pageId),
  )
  const message = 'You have no such page; it may have been deleted'
  const errors = named.filter(({ pageId }) => !ownPageIds.has(pageId)).map(({ path }) => ({ path, message }))
  if (errors.length > 0) throw new AppError('bad_request', message, { code: 'displays.no_page', errors })
}

function pagesIn({ entries = [], settings }: CheckedFields): NamedPage[] {
  const ofEntries = entries.flatMap(({ pageId }, n) =>
    pageId === null ? [] : [{ path: `entries.${n}.pageId`, pageId }],
  )
  const onAlert = settings?.onAlert
  return onAlert ? [...ofEntries, { path: 'settings.onAlert.pageId', pageId: onAlert.pageId }] : ofEntries
}
