import type { Page, WidgetConfig } from '@atalaya/contract/dashboard'
import { type Extent, firstFree, type Position, widgetSize } from '@atalaya/contract/grid'
import type { ModuleMeta } from '@atalaya/contract/modules'

/** Place where a module would land on a page; `place` is null if there is no room. */
export type Fit = { size: Extent; taken: Position[]; place: Position | null }

export function fitOn(page: Page, module: ModuleMeta, config: WidgetConfig): Fit {
  const size = widgetSize(config, module.size)
  const taken = page.modules.map(({ position }) => position)
  return { size, taken, place: firstFree(taken, size) }
}

/** Page to offer first: the active one if it has room, else the first with room; if none has room, the active one. */
export function pageFor(pages: readonly Page[], module: ModuleMeta): Page | undefined {
  const inOrder = pages.toSorted((a, b) => Number(b.active) - Number(a.active))
  return inOrder.find((page) => fitOn(page, module, {}).place) ?? inOrder[0]
}

/** Answers "Does it fit?" in a sentence; rows and columns are counted from one. */
export function fitText({ size, place }: Fit, pageName: string): string {
  const extent = `${size.w} × ${size.h}`
  if (!place) return `It does not fit: “${pageName}” has no room left for ${extent}.`
  return `It fits: ${extent}, at column ${place.x + 1}, row ${place.y + 1} of “${pageName}”.`
}
