import type { Page } from '@atalaya/contract/dashboard'
import { type Edit, withEdit } from '#web/features/boards/editor/board-edits.ts'
import {
  emptyHistory,
  type History,
  type HistoryAction,
  historyReducer,
} from '#web/features/boards/editor/edit-history.ts'

/** Edit in flight; `savedAs` is the version of the page that contains it, once saved. */
type Pending = { edit: Edit; savedAs: number | null }

/** Local state of the editor for one page, without the server's data. */
export type BoardState = {
  pending: readonly Pending[]
  history: History
  /** Last edit, if the server refused it. */
  refused: Edit | null
}

export type BoardAction =
  | { kind: 'send'; edit: Edit; historyAction: HistoryAction | null }
  | { kind: 'saved'; edit: Edit; version: number; addedId?: string | undefined }
  | { kind: 'refused'; edit: Edit }

export const emptyBoard: BoardState = { pending: [], history: emptyHistory, refused: null }

export function boardReducer(state: BoardState, action: BoardAction): BoardState {
  const { pending, history } = state
  const { edit } = action
  switch (action.kind) {
    case 'send':
      return {
        pending: [...pending.filter((entry) => entry.savedAs === null), { edit, savedAs: null }],
        history: action.historyAction ? historyReducer(history, action.historyAction) : history,
        refused: null,
      }
    case 'saved': {
      const { version, addedId } = action
      const hasNewId = edit.kind === 'add' && addedId !== undefined
      return {
        ...state,
        pending: pending.map((entry) => (entry.edit === edit ? { edit, savedAs: version } : entry)),
        history: hasNewId
          ? historyReducer(history, { kind: 'rename', oldId: edit.module._id, newId: addedId })
          : history,
      }
    }
    case 'refused':
      return {
        pending: pending.filter((entry) => entry.edit !== edit),
        history: historyReducer(history, { kind: 'forget', edit }),
        refused: edit,
      }
  }
}

/** Applies the edits that this version of the page does not contain yet. */
export function withPending(page: Page, { pending }: Pick<BoardState, 'pending'>): Page {
  const missingEdits = pending.filter(({ savedAs }) => savedAs === null || savedAs > page.version)
  return missingEdits.reduce((shown, { edit }) => withEdit(shown, edit), page)
}
