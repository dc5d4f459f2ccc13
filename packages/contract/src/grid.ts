import type { Manifest } from './modules.ts'

/** Size of a page's grid, in cells. */
export const GRID_COLUMNS = 4
export const GRID_ROWS = 5

/** A place on the grid, in cells from its upper left corner. */
export type Position = { x: number; y: number; w: number; h: number }

/** Size of a widget, in cells. */
export type Extent = { w: number; h: number }

const between = (low: number, value: number, high: number) => Math.min(Math.max(Math.round(value), low), high)
const finite = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

/** Nearest place wholly inside the grid, at least 1 x 1. */
export function clamp({ x, y, w, h }: Position): Position {
  const width = between(1, w, GRID_COLUMNS)
  const height = between(1, h, GRID_ROWS)
  return { x: between(0, x, GRID_COLUMNS - width), y: between(0, y, GRID_ROWS - height), w: width, h: height }
}

export function overlaps(a: Position, b: Position): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

/** True if no two places share a cell. */
export function haveNoOverlap(positions: readonly Position[]): boolean {
  return positions.every((position, index) => positions.slice(index + 1).every((other) => !overlaps(position, other)))
}

export function isFree(taken: readonly Position[], place: Position): boolean {
  return taken.every((other) => !overlaps(place, other))
}

/** Reading order: row by row, from the left. */
export function inReadingOrder(a: Position, b: Position): number {
  return a.y - b.y || a.x - b.x
}

/** First free place in reading order; null if the page is full. */
export function firstFree(taken: readonly Position[], size: Extent): Position | null {
  const { w, h } = clamp({ x: 0, y: 0, ...size })
  for (let y = 0; y + h <= GRID_ROWS; y++) {
    for (let x = 0; x + w <= GRID_COLUMNS; x++) {
      const place = { x, y, w, h }
      if (isFree(taken, place)) return place
    }
  }
  return null
}

/**
 * Place of a widget dropped at `wanted` among the `others`. Clamps it to the grid, then moves it down until it is free.
 * Null if no row is free: the widget returns to its old place.
 */
export function land(others: readonly Position[], wanted: Position): Position | null {
  const start = clamp(wanted)
  for (let y = start.y; y + start.h <= GRID_ROWS; y++) {
    const place = { ...start, y }
    if (isFree(others, place)) return place
  }
  return null
}

function sizeInConfig(config: Readonly<Record<string, unknown>>): Extent | null {
  const [, w, h] = /^(\d+)x(\d+)$/i.exec(typeof config.size === 'string' ? config.size.trim() : '') ?? []
  if (w && h) return { w: Number(w), h: Number(h) }
  const width = finite(config.w) ?? finite(config.width)
  const height = finite(config.h) ?? finite(config.height)
  return width === undefined || height === undefined ? null : { w: width, h: height }
}

/**
 * Size of a widget, at most the grid. Takes the first of these: `size` of the configuration as 'WxH', its `w` and `h`,
 * its `width` and `height`, the module's size, 1 x 1. The configuration counts only if it gives both sides.
 */
export function widgetSize(config: Readonly<Record<string, unknown>>, size: Manifest['size'] | undefined): Extent {
  const wanted = sizeInConfig(config) ?? (size && { w: size.width, h: size.height }) ?? { w: 1, h: 1 }
  const { w, h } = clamp({ x: 0, y: 0, ...wanted })
  return { w, h }
}
