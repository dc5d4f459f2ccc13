import type { PageTurn } from '@atalaya/contract/display-playlist'

/** Current turn and when it began, in ms of a monotonic clock. */
export type TurnState = { turns: readonly PageTurn[]; index: number; beganAt: number }

const SECOND_MS = 1_000

const areSame = (some: readonly PageTurn[], others: readonly PageTurn[]) =>
  some.length === others.length &&
  some.every(({ pageId, seconds }, at) => pageId === others[at]?.pageId && seconds === others[at]?.seconds)

const indexOf = (turns: readonly PageTurn[], pageId: string | null | undefined) =>
  turns.findIndex((turn) => turn.pageId === pageId)

/** State after the turns have changed: the page on screen stays if it still has a turn. */
function stateAfterChange(turns: readonly PageTurn[], before: TurnState, now: number): TurnState {
  const pageId = before.turns[before.index]?.pageId
  const index = turns[before.index]?.pageId === pageId ? before.index : indexOf(turns, pageId)
  return index < 0 || turns.length === 0 ? { turns, index: 0, beganAt: now } : { ...before, turns, index }
}

/** State at an instant. A playlist begins with `firstPageId`. Returns the same object while nothing changes. */
export function turnAt(
  before: TurnState | null,
  turns: readonly PageTurn[],
  now: number,
  firstPageId?: string | null,
): TurnState {
  if (!before) return { turns, index: Math.max(0, indexOf(turns, firstPageId)), beganAt: now }
  const state = areSame(before.turns, turns) ? before : stateAfterChange(turns, before, now)
  const turn = state.turns[state.index]
  const isOver = turn !== undefined && turns.length > 1 && now - state.beganAt >= turn.seconds * SECOND_MS
  return isOver ? moveBy(state, 1, now) : state
}

/** State after moving by `by` turns, forward or back; the new turn has its full time. */
export function moveBy({ turns, index }: TurnState, by: number, now: number): TurnState {
  const count = Math.max(1, turns.length)
  return { turns, index: (index + by + count) % count, beganAt: now }
}

/** Position, from 0, among the turns that show a page: black screens are not counted. */
export function positionOf({ turns, index }: TurnState): { index: number; count: number } {
  const isPage = ({ pageId }: PageTurn) => pageId !== null
  return { index: turns.slice(0, index).filter(isPage).length, count: turns.filter(isPage).length }
}
