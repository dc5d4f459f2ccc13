import { type Edit, withNewId } from '#web/features/boards/editor/board-edits.ts'

const STEPS_MAX = 100

/** One step: an edit and its inverse. */
type Step = { redo: Edit; undo: Edit }
export type History = { done: readonly Step[]; undone: readonly Step[] }

export type HistoryAction =
  | { kind: 'record'; step: Step }
  | { kind: 'undo' }
  | { kind: 'redo' }
  /** The server refused this edit: drops its step. */
  | { kind: 'forget'; edit: Edit }
  /** A restored widget has a new id from now on. */
  | { kind: 'rename'; oldId: string; newId: string }

export const emptyHistory: History = { done: [], undone: [] }

export function historyReducer({ done, undone }: History, action: HistoryAction): History {
  switch (action.kind) {
    case 'record':
      return { done: [...done, action.step].slice(-STEPS_MAX), undone: [] }
    case 'undo':
      return { done: done.slice(0, -1), undone: [...undone, ...done.slice(-1)] }
    case 'redo':
      return { done: [...done, ...undone.slice(-1)], undone: undone.slice(0, -1) }
    case 'forget': {
      const isOther = ({ redo, undo }: Step) => redo !== action.edit && undo !== action.edit
      return { done: done.filter(isOther), undone: undone.filter(isOther) }
    }
    case 'rename': {
      const rename = ({ redo, undo }: Step): Step => ({
        redo: withNewId(redo, action.oldId, action.newId),
        undo: withNewId(undo, action.oldId, action.newId),
      })
      return { done: done.map(rename), undone: undone.map(rename) }
    }
  }
}
