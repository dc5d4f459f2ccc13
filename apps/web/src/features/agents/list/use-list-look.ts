import type { ListLook, ListView } from '@atalaya/contract/preferences'
import type { ListKind } from '#web/features/agents/list/chosen-columns.ts'
import { usePreferences } from '#web/lib/preferences.ts'

const NONE: ListView[] = []

/** Saved look of a list (columns, cards or rows) and its views. An open view has a look of its own. */
export function useListLook(kind: ListKind, slug: string | null) {
  const { preferences, isPending, keep } = usePreferences()
  const { fleetLook, fleetViews, ownLook, ownViews } = preferences
  const views = (kind === 'fleet' ? fleetViews : ownViews) ?? NONE
  const savedLook = (kind === 'fleet' ? fleetLook : ownLook) ?? {}
  const view = views.find((view) => view.slug === slug)
  const look: ListLook = view ?? savedLook
  const saveViews = (next: ListView[]) => keep(kind === 'fleet' ? { fleetViews: next } : { ownViews: next })
  const saveLook = (next: ListLook) => keep(kind === 'fleet' ? { fleetLook: next } : { ownLook: next })

  function setLook(change: ListLook): void {
    if (view) saveViews(views.map((saved) => (saved === view ? { ...saved, ...change } : saved)))
    else saveLook({ ...savedLook, ...change })
  }
  return { look, setLook, views, view, saveViews, isPending }
}
