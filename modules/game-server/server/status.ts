import type { Reading } from './querying/messages.ts'

export type Player = Reading['players'][number]

/** Data of the widget. */
export type GameStatus = Reading & {
  game: string
  /** Players at the last polls, oldest first. */
  history: number[]
}

const HISTORY_MAX = 60

export const toStatus = (game: string, reading: Reading, history: readonly number[]): GameStatus => ({
  game,
  ...reading,
  history: [...history, reading.online].slice(-HISTORY_MAX),
})
