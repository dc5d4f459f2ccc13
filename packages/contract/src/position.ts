import { z } from 'zod'
import { GRID_COLUMNS, GRID_ROWS } from './grid.ts'

/** A place wholly inside the grid. */
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
