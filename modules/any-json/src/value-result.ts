import type { Picked } from '../pick.ts'
import type { Value } from '../recipes.ts'

/** A wanted value, with the result at its path. `now` is the present time, for values that are instants. */
export type ValueResult = { key: string; value: Value; picked: Picked; now: number }

/** Number of rows in the columns. */
export const rowsOf = (results: readonly ValueResult[]): number =>
  Math.max(0, ...results.map(({ picked }) => (picked.kind === 'column' ? picked.values.length : 0)))

export const isColumn = ({ picked }: ValueResult): boolean => picked.kind === 'column'
