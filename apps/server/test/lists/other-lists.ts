import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { tokens } from '@atalaya/contract/credentials'
import { dashboard, type Page } from '@atalaya/contract/dashboard'
import { displays } from '@atalaya/contract/displays'
import { identities } from '@atalaya/contract/identities'
import { installation } from '@atalaya/contract/installation'
import { integrations } from '@atalaya/contract/integrations'
import { moduleIndexes } from '@atalaya/contract/module-indexes'
import { modulePackages } from '@atalaya/contract/module-packages'
import { modulePhotos } from '@atalaya/contract/module-photos'
import { moduleSuggestions } from '@atalaya/contract/module-suggestions'
import { modules } from '@atalaya/contract/modules'
import { pageArchive } from '@atalaya/contract/page-archive'
import type { Data } from '@atalaya/contract/route'
import { secondFactor } from '@atalaya/contract/second-factor'
import { themes } from '@atalaya/contract/themes'
import { users } from '@atalaya/contract/users'
import type { Person } from '#test/support/owners-world.ts'
import { each, forAdmin, forAll, ids, type ListRow, list, query } from './list-rows.ts'

/** Lists about accounts. The phone's and the display's session are A's. B is locked after wrong passwords. */
const accountLists: ListRow[] = [
  list(users.list, (data) => ids(data.users), forAdmin('a', 'b', 'admin')),
  list(users.locks, ({ locks }) => locks.map(({ userId }) => userId), forAdmin('b')),
  list(
    auth.sessions,
    ({ sessions, lock }) => [...ids(sessions), ...(lock ? ['locked'] : [])],
    each(
      (owner) =>
        owner === 'a' ? ['session of a', 'session of display', 'session of phone'] : [`session of ${owner}`, 'locked'],
      ['session of admin'],
    ),
  ),
  list(
    identities.list,
    (data) => [...ids(data.identities), ...data.providers.map(({ id }) => id)],
    each((owner) => [`${owner} at a provider`]),
  ),
  list(secondFactor.status, ({ passkeys }) => ids(passkeys), forAll()),
  // A display's session must confirm before it may read recovery codes.
  ...[secondFactor.addPasskey, secondFactor.confirmTotp].map((route) =>
    list(route, () => [], { a: 400, display: 403, b: 400, admin: 400 }),
  ),
  list(secondFactor.renewRecoveryCodes, () => [], { a: 409, display: 403, b: 409, admin: 409 }),
  list(
    tokens.list,
    (data) => ids(data.tokens),
    each((owner) => [`token of ${owner}`]),
  ),
  list(
    tokens.listAll,
    (data) => data.tokens.flatMap(({ _id, owner }) => [_id, owner._id]),
    forAdmin(...['a', 'b', 'admin'].flatMap((owner) => [`token of ${owner}`, owner])),
  ),
  list(
    displays.list,
    (data) => ids(data.displays),
    each((owner) => [`screen of ${owner}`]),
  ),
  list(
    displays.listAll,
    (data) => data.displays.flatMap(({ _id, owner }) => [_id, owner._id]),
    forAdmin(...['a', 'b', 'admin'].flatMap((owner) => [`screen of ${owner}`, owner])),
  ),
  ...[undefined, 'a'].map((userId) =>
    list(
      audit.list,
      ({ entries }) => entries.map(({ target }) => target?.id ?? ''),
      forAdmin('a1', 'a2', ...(userId ? [] : ['b1', 'b2', 'admin1', 'admin2'])),
      query({ action: 'agent.registered', ...(userId && { userId }) }),
    ),
  ),
]

const withWidgets = (pages: Page[]) => pages.flatMap(({ _id, modules: widgets }) => [_id, ...ids(widgets)])
const pagesWithWidgets = (...names: string[]) =>
  each((owner) => names.flatMap((name) => [`${name} of ${owner}`, `widget in ${name} of ${owner}`]))
/** Widgets whose secrets can't be opened: `makePages` spoils the seals. */
const lost = ['a', 'b', 'admin'].flatMap((owner) => ['Hall', 'Den'].map((name) => `widget in ${name} of ${owner}`))
const reorder = (variant: string, namesOf: (owner: string) => string[]) => ({
  variant,
  input: (idOf: (name: string) => string, person: Person) => {
    const names = namesOf(person === 'display' ? 'a' : person)
    return { body: { items: names.map((name, order) => ({ id: idOf(name), order })) } }
  },
})
const reorderedEntries = ({ pages }: Data<typeof dashboard.reorder>) => withWidgets(pages)

/** Everybody has the pages Hall and Den, which is active, and Old in the trash, with a widget on each. */
const dashboardLists: ListRow[] = [
  list(dashboard.list, ({ pages }) => withWidgets(pages), pagesWithWidgets('Hall', 'Den')),
  list(dashboard.active, ({ page }) => withWidgets(page ? [page] : []), pagesWithWidgets('Den')),
  list(dashboard.bySlug, ({ page }) => withWidgets([page]), pagesWithWidgets('Hall'), {
    input: () => ({ params: { slug: 'hall' } }),
  }),
  list(
    pageArchive.trash,
    ({ pages }) => pages.flatMap(({ _id, modules: widgetCount }) => [_id, `${widgetCount} on it`]),
    each((owner) => [`Old of ${owner}`, '1 on it']),
  ),
  list(
    installation.status,
    ({ lostSecrets }) => lostSecrets.widgets.map(({ widgetId }) => widgetId),
    forAdmin(...lost),
  ),
  list(
    dashboard.reorder,
    reorderedEntries,
    pagesWithWidgets('Hall', 'Den'),
    reorder(' of their own', (owner) => [`Hall of ${owner}`, `Den of ${owner}`]),
  ),
  list(
    dashboard.reorder,
    reorderedEntries,
    { a: 404, display: 404, b: 404, admin: 404 },
    reorder(' of two owners', (owner) => [`Hall of ${owner}`, owner === 'a' ? 'Den of b' : 'Den of a']),
  ),
]

const moduleLists: ListRow[] = [
  list(themes.list, (data) => data.themes.map(({ id }) => id), forAll('atalaya', 'sea', 'heather', 'high-contrast')),
  list(
    modules.list,
    (data) => data.modules.filter(({ isSandboxed }) => isSandboxed).map(({ id }) => id),
    forAll('clock'),
  ),
  list(modulePackages.list, ({ packages }) => packages.map(({ id }) => id), forAdmin('clock')),
  list(modulePackages.scan, ({ installed, refused }) => [...installed, ...refused].map(String), forAdmin()),
  list(moduleIndexes.list, ({ indexes }) => ids(indexes), forAdmin()),
  list(moduleIndexes.modules, (data) => data.modules.map(({ id }) => id), forAdmin()),
  // The module stores no photos. Only the widget's owner learns that.
  list(
    modulePhotos.list,
    (data) => data.photos.map(({ id }) => id),
    { a: 403, display: 403, b: 404, admin: 404 },
    {
      input: (idOf) => ({ params: { widgetId: idOf('widget in Hall of a') } }),
    },
  ),
  list(moduleSuggestions.suggest, ({ suggestions }) => suggestions.map(({ value }) => value), forAll('openarena'), {
    input: () => ({ params: { id: 'game-server' }, body: { field: 'game', text: 'openarena' } }),
  }),
  list(
    integrations.list,
    (data) => ids(data.integrations),
    each((owner) => [`Spotify of ${owner}`]),
    query({ origin: 'http://127.0.0.1' }),
  ),
]

export const otherLists: ListRow[] = [...accountLists, ...dashboardLists, ...moduleLists]
