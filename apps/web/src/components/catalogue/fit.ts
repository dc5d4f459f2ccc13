import type { Page, WidgetConfig } from '@atalaya/contract/dashboard'
import { type Extent, firstFree, type Position, widgetSize } from '@atalaya/contract/grid'
import type { ModuleMeta } from '@atalaya/contract/modules'

/** Place where a module would land on a page; `place` is null if there is no room. */
export type Fit = {
  size: Extent
  taken: Position[]
  place: Position | null
  /** True if only a size smaller than the module's own has room. */
  isSmaller: boolean
}

export function fitOn(page: Page, module: ModuleMeta, config: WidgetConfig): Fit {
  const size = widgetSize(config, module.size)
  const taken = page.modules.map(({ position }) => position)
  const place = firstFree(taken, size)
  if (place) return { size, taken, place, isSmaller: false }
  const smaller = largestFree(taken, smallerSizes(module, size))
  return smaller ? { size: smaller, taken, place: smaller, isSmaller: true } : { size, taken, place, isSmaller: false }
}

/** Sizes down to the module's minimum, the largest first; none if the configuration chose the size. */
function smallerSizes({ size, minSize = size }: ModuleMeta, { w, h }: Extent): Extent[] {
  if (w !== size.width || h !== size.height) return []
  const widths = Array.from({ length: w - minSize.width + 1 }, (_, less) => w - less)
  const heights = Array.from({ length: h - minSize.height + 1 }, (_, less) => h - less)
  const sizes = widths.flatMap((width) => heights.map((height) => ({ w: width, h: height })))
  return sizes.sort((a, b) => b.w * b.h - a.w * a.h)
}

function largestFree(taken: readonly Position[], sizes: readonly Extent[]): Position | null {
  for (const size of sizes) {
    const place = firstFree(taken, size)
    if (place) return place
  }
  return null
}

/**
 * Page to offer first: one with room, else one with room for a smaller size, else any. The active one comes first among
 * equals.
 */
export function pageFor(pages: readonly Page[], module: ModuleMeta): Page | undefined {
  const activeFirst = pages.toSorted((a, b) => Number(b.active) - Number(a.active))
  const fits = activeFirst.map((page) => ({ page, ...fitOn(page, module, {}) }))
  return (fits.find(({ place, isSmaller }) => place && !isSmaller) ?? fits.find(({ place }) => place) ?? fits[0])?.page
}

/** Answers "Does it fit?" in a sentence; rows and columns are counted from one. */
export function fitText({ size, place, isSmaller }: Fit, pageName: string): string {
  const extent = `${size.w} × ${size.h}`
  if (!place) return `It does not fit: “${pageName}” has no room left for ${extent}. Make another module smaller first.`
  return `It fits${isSmaller ? ' smaller' : ''}: ${extent}, at column ${place.x + 1}, row ${place.y + 1} of “${pageName}”.`
}
