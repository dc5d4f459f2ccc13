import { z } from 'zod'
import type { Manifest } from './modules.ts'

/** The grid of a page, in cells. */
export const GRID_COLUMNS = 4
export const GRID_ROWS = 5

/** A place on the grid, wholly inside it. */
export const position = z
  .strictObject({
    x: z
      .int()
      .min(0)
      .max(GRID_COLUMNS - 1),
    y: z
      .int()
      .min(0)
      .max(GRID_ROWS - 1),
    w: z.int().min(1).max(GRID_COLUMNS),
    h: z.int().min(1).max(GRID_ROWS),
  })
  .refine(({ x, w }) => x + w <= GRID_COLUMNS, { path: ['w'], message: 'The widget reaches over the right edge' })
  .refine(({ y, h }) => y + h <= GRID_ROWS, { path: ['h'], message: 'The widget reaches over the bottom edge' })
export type Position = z.infer<typeof position>

/** A widget's extent, in cells. */
export type Extent = { w: number; h: number }

const between = (low: number, value: number, high: number) => Math.min(Math.max(Math.round(value), low), high)
const cells = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

/** The nearest place wholly inside the grid, at least 1 x 1. */
export function clamp({ x, y, w, h }: Position): Position {
  const width = between(1, w, GRID_COLUMNS)
  const height = between(1, h, GRID_ROWS)
  return { x: between(0, x, GRID_COLUMNS - width), y: between(0, y, GRID_ROWS - height), w: width, h: height }
}

export function overlaps(a: Position, b: Position): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

/** Whether no two of these places share a cell. */
export function isArrangement(positions: readonly Position[]): boolean {
  return positions.every((one, index) => positions.slice(index + 1).every((other) => !overlaps(one, other)))
}

export function isFree(taken: readonly Position[], place: Position): boolean {
  return taken.every((other) => !overlaps(place, other))
}

/** Reading order: row by row, from the left. */
export function inReadingOrder(a: Position, b: Position): number {
  return a.y - b.y || a.x - b.x
}

/** The first free place for a widget in reading order; null on a page without room. */
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
 * Where a widget lands that is put at `wanted` among the `others`: clamped to the grid, then pushed down row by row
 * until it is free. Null where no row is free: it returns to where it was.
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
  const width = cells(config.w) ?? cells(config.width)
  const height = cells(config.h) ?? cells(config.height)
  return width === undefined || height === undefined ? null : { w: width, h: height }
}

/**
 * A widget's size: its configuration's `size` as 'WxH', its `w` and `h` or `width` and
 * `height`, the module's size, 1 x 1; at most the grid. The configuration counts only where it names a whole size.
 */
export function widgetSize(config: Readonly<Record<string, unknown>>, size: Manifest['size'] | undefined): Extent {
  const wanted = sizeInConfig(config) ?? (size && { w: size.width, h: size.height }) ?? { w: 1, h: 1 }
  const { w, h } = clamp({ x: 0, y: 0, ...wanted })
  return { w, h }
}
