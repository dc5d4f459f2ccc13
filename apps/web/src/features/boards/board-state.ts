import type { Page } from '@atalaya/contract/dashboard'
import { type Edit, withEdit } from '#web/features/boards/board-edits.ts'
import { emptyHistory, type History, type HistoryAction, historyReducer } from '#web/features/boards/edit-history.ts'

/** An edit on its way; once saved, the version of the page that has it. */
type Pending = { edit: Edit; savedAs: number | null }

/** The editor's own state of one page: what the server has is not in it. */
export type BoardState = {
  pending: readonly Pending[]
  history: History
  /** The last edit, if the server did not take it. */
  refused: Edit | null
}

export type BoardAction =
  | { kind: 'send'; edit: Edit; note: HistoryAction | null }
  | { kind: 'saved'; edit: Edit; version: number; addedId?: string | undefined }
  | { kind: 'refused'; edit: Edit }

export const emptyBoard: BoardState = { pending: [], history: emptyHistory, refused: null }

export function boardReducer(state: BoardState, action: BoardAction): BoardState {
  const { pending, history } = state
  const { edit } = action
  switch (action.kind) {
    case 'send':
      return {
        pending: [...pending.filter((one) => one.savedAs === null), { edit, savedAs: null }],
        history: action.note ? historyReducer(history, action.note) : history,
        refused: null,
      }
    case 'saved': {
      const { version, addedId } = action
      const renames = edit.kind === 'add' && addedId !== undefined
      return {
        ...state,
        pending: pending.map((one) => (one.edit === edit ? { edit, savedAs: version } : one)),
        history: renames ? historyReducer(history, { kind: 'rename', from: edit.module._id, to: addedId }) : history,
      }
    }
    case 'refused':
      return {
        pending: pending.filter((one) => one.edit !== edit),
        history: historyReducer(history, { kind: 'forget', edit }),
        refused: edit,
      }
  }
}

/** The page with every edit that it does not have yet. */
export function withPending(page: Page, { pending }: Pick<BoardState, 'pending'>): Page {
  const missing = pending.filter(({ savedAs }) => savedAs === null || savedAs > page.version)
  return missing.reduce((shown, { edit }) => withEdit(shown, edit), page)
}
