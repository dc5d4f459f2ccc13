import type { InstalledModule, Page, WidgetConfig } from '@atalaya/contract/dashboard'
import { inReadingOrder, isFree, type Position } from '@atalaya/contract/grid'

type Place = Position & { id: string }

/** One change of what is on a page, as the editor makes it, saves it, and takes it back. */
export type Edit =
  | { kind: 'place'; places: Place[] }
  | { kind: 'configure'; id: string; config: WidgetConfig }
  | { kind: 'remove'; id: string }
  | { kind: 'add'; module: InstalledModule }

/** Widgets are listed as they are seen, so that the keyboard and screen readers meet them in that order. */
const seen = (modules: InstalledModule[]) => modules.sort((a, b) => inReadingOrder(a.position, b.position))

function changed(modules: readonly InstalledModule[], edit: Edit): InstalledModule[] {
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
      // Already there when the server's answer overtook the edit that it answers.
      const taken = modules.map(({ position }) => position)
      return isFree(taken, edit.module.position) ? [...modules, edit.module] : [...modules]
    }
  }
}

/** The page as it will be when the server has taken the edit. */
export const withEdit = (page: Page, edit: Edit): Page => ({ ...page, modules: seen(changed(page.modules, edit)) })

/** The edit that takes `edit` back on the page as it was before; null where there is nothing to take back. */
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

/** The widgets that an edit is about. */
export function idsOf(edit: Edit): string[] {
  if (edit.kind === 'place') return edit.places.map(({ id }) => id)
  return [edit.kind === 'add' ? edit.module._id : edit.id]
}

/** The same edit about a widget that came back from the server under another id. */
export function renamed(edit: Edit, from: string, to: string): Edit {
  switch (edit.kind) {
    case 'place':
      return { ...edit, places: edit.places.map((place) => (place.id === from ? { ...place, id: to } : place)) }
    case 'add':
      return edit.module._id === from ? { ...edit, module: { ...edit.module, _id: to } } : edit
    default:
      return edit.id === from ? { ...edit, id: to } : edit
  }
}
