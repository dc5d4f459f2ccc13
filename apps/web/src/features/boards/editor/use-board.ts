import type { Page } from '@atalaya/contract/dashboard'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { saveEdit } from '#web/features/boards/boards.queries.ts'
import { type Edit, inverseOf } from '#web/features/boards/editor/board-edits.ts'
import { type BoardState, boardReducer, emptyBoard, withPending } from '#web/features/boards/editor/board-state.ts'
import type { HistoryAction } from '#web/features/boards/editor/edit-history.ts'

export type SaveState = 'idle' | 'saving' | 'saved' | 'refused'

/** Editor of one page: the page with its pending edits, and functions to edit, undo and redo. */
export function useBoard(page: Page) {
  const [board, dispatch] = useReducer(boardReducer, emptyBoard)
  const shownPage = withPending(page, board)
  const options = saveEdit(useQueryClient(), page._id)
  const { mutate } = useMutation({
    ...options,
    onSuccess: (saved, edit, ...rest) => {
      dispatch({ kind: 'saved', edit, version: saved.page.version, addedId: saved.addedId })
      return options.onSuccess?.(saved, edit, ...rest)
    },
    onError: (error, edit, ...rest) => {
      dispatch({ kind: 'refused', edit })
      return options.onError?.(error, edit, ...rest)
    },
  })

  function send(edit: Edit, historyAction: HistoryAction | null) {
    dispatch({ kind: 'send', edit, historyAction })
    mutate(edit)
  }
  const historyStep = (edit: Edit | undefined, kind: 'undo' | 'redo') => (edit ? () => send(edit, { kind }) : null)

  return {
    shownPage,
    refused: board.refused,
    state: saveState(board),
    edit(edit: Edit) {
      const undo = inverseOf(shownPage, edit)
      send(edit, undo && { kind: 'record', step: { redo: edit, undo } })
    },
    undo: historyStep(board.history.done.at(-1)?.undo, 'undo'),
    redo: historyStep(board.history.undone.at(-1)?.redo, 'redo'),
  }
}

function saveState({ pending, refused }: BoardState): SaveState {
  if (pending.some(({ savedAs }) => savedAs === null)) return 'saving'
  if (refused) return 'refused'
  return pending.length > 0 ? 'saved' : 'idle'
}
