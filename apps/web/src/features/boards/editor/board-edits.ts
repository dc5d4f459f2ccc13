import type { InstalledModule, Page, WidgetConfig } from '@atalaya/contract/dashboard'
import { inReadingOrder, isFree, type Position } from '@atalaya/contract/grid'

type WidgetPosition = Position & { id: string }

/** One change of a page's widgets, in the form in which the editor applies, saves and undoes it. */
export type Edit =
  | { kind: 'place'; places: WidgetPosition[] }
  | { kind: 'configure'; id: string; config: WidgetConfig }
  | { kind: 'remove'; id: string }
  | { kind: 'add'; module: InstalledModule }

/** Sorts by reading order, which Tab and screen readers follow. */
const sortModules = (modules: InstalledModule[]) => modules.sort((a, b) => inReadingOrder(a.position, b.position))

function applyEdit(modules: readonly InstalledModule[], edit: Edit): InstalledModule[] {
  switch (edit.kind) {
    case 'place': {
      const places = new Map(edit.places.map(({ id, ...position }) => [id, position]))
      return modules.map((module) => {
        const position = places.get(module._id)
        return position ? { ...module, position } : module
      })
    }
    case 'configure':
      return modules.map((module) => (module._id === edit.id ? { ...module, config: edit.config } : module))
    case 'remove':
      return modules.filter((module) => module._id !== edit.id)
    case 'add': {
      // Skips a module whose place is taken: perhaps by the same module, which the server's answer already contains.
      const taken = modules.map(({ position }) => position)
      return isFree(taken, edit.module.position) ? [...modules, edit.module] : [...modules]
    }
  }
}

export const withEdit = (page: Page, edit: Edit): Page => ({
  ...page,
  modules: sortModules(applyEdit(page.modules, edit)),
})

/** Inverse of `edit`, computed from the page before it; null if there is nothing to undo. */
export function inverseOf({ modules }: Page, edit: Edit): Edit | null {
  const find = (id: string) => modules.find((module) => module._id === id)
  switch (edit.kind) {
    case 'place': {
      const places = edit.places.flatMap(({ id }) => {
        const module = find(id)
        return module ? [{ id, ...module.position }] : []
      })
      return places.length > 0 ? { kind: 'place', places } : null
    }
    case 'configure': {
      const module = find(edit.id)
      return module ? { kind: 'configure', id: edit.id, config: module.config } : null
    }
    case 'remove': {
      const module = find(edit.id)
      return module ? { kind: 'add', module } : null
    }
    case 'add':
      return { kind: 'remove', id: edit.module._id }
  }
}

export function idsOf(edit: Edit): string[] {
  if (edit.kind === 'place') return edit.places.map(({ id }) => id)
  return [edit.kind === 'add' ? edit.module._id : edit.id]
}

/** Replaces an id in the edit: a restored widget gets a new one from the server. */
export function withNewId(edit: Edit, oldId: string, newId: string): Edit {
  switch (edit.kind) {
    case 'place':
      return { ...edit, places: edit.places.map((place) => (place.id === oldId ? { ...place, id: newId } : place)) }
    case 'add':
      return edit.module._id === oldId ? { ...edit, module: { ...edit.module, _id: newId } } : edit
    default:
      return edit.id === oldId ? { ...edit, id: newId } : edit
  }
}
