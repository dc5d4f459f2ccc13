import { describe, expect, test } from 'vitest'
import { type Edit, idsOf, inverseOf, withEdit, withNewId } from '#web/features/boards/editor/board-edits.ts'
import { type BoardState, boardReducer, emptyBoard, withPending } from '#web/features/boards/editor/board-state.ts'
import { historyReducer } from '#web/features/boards/editor/edit-history.ts'
import { aModule, aPage } from '#web/testing/boards.ts'

const [clock, tide] = [aModule('clock', [0, 0, 2, 2]), aModule('tide', [2, 0, 2, 2])]
const page = aPage({ modules: [clock, tide] })
const move: Edit = { kind: 'place', places: [{ id: 'clock', x: 0, y: 3, w: 2, h: 2 }] }
const ids = (board: typeof page) => board.modules.map(({ _id }) => _id)

describe('an edit', () => {
  const edits: Edit[] = [
    move,
    { kind: 'configure', id: 'tide', config: { port: 'Cádiz' } },
    { kind: 'remove', id: 'clock' },
    { kind: 'add', module: aModule('moon', [0, 4, 1, 1]) },
  ]

  test.each(edits.map((edit) => [edit.kind, edit] as const))('%s is undone by its inverse', (_kind, edit) => {
    const inverse = inverseOf(page, edit)
    expect(inverse && withEdit(withEdit(page, edit), inverse)).toEqual(page)
  })

  test('leaves the widgets in reading order', () => {
    expect(ids(withEdit(page, move))).toEqual(['tide', 'clock'])
  })

  test('does not change other widgets', () => {
    expect(withEdit(page, move).modules[0]).toBe(tide)
  })

  test('of a missing widget has no inverse', () => {
    for (const edit of edits.slice(0, 3)) expect(inverseOf(aPage(), edit)).toBeNull()
  })

  test('lists the ids of its widgets', () => {
    expect(edits.map(idsOf)).toEqual([['clock'], ['tide'], ['clock'], ['moon']])
  })

  test('follows its widget to a new id, and ignores other widgets', () => {
    for (const edit of edits) {
      const [id = ''] = idsOf(edit)
      expect(idsOf(withNewId(edit, id, 'new'))).toEqual(['new'])
      expect(withNewId(edit, 'another', 'new')).toEqual(edit)
    }
  })

  test('adds no widget at a place that is taken', () => {
    const add: Edit = { kind: 'add', module: aModule('moon', [1, 1, 1, 1]) }
    expect(withEdit(page, add)).toEqual(page)
  })
})

/** Sends an edit as the editor does. */
function send(state: BoardState, edit: Edit): BoardState {
  const undo = inverseOf(withPending(page, state), edit)
  return boardReducer(state, {
    kind: 'send',
    edit,
    historyAction: undo && { kind: 'record', step: { redo: edit, undo } },
  })
}

describe('the editor', () => {
  test('shows an edit at once, until the page contains it', () => {
    const sent = send(emptyBoard, move)
    expect(withPending(page, sent)).toEqual(withEdit(page, move))
    const saved = boardReducer(sent, { kind: 'saved', edit: move, version: 2 })
    expect(withPending(page, saved)).toEqual(withEdit(page, move))
    // Another screen has moved it since: the newer page wins.
    expect(withPending({ ...page, version: 3 }, saved)).toEqual({ ...page, version: 3 })
  })

  test('returns to the server’s state after a refused edit, and removes the step', () => {
    const refused = boardReducer(send(emptyBoard, move), { kind: 'refused', edit: move })
    expect(withPending(page, refused)).toEqual(page)
    expect(refused.history.done).toEqual([])
    expect(refused.refused).toBe(move)
    expect(send(refused, move).refused).toBeNull()
  })

  test('undoes and redoes, and a new edit clears the redo steps', () => {
    const sent = send(emptyBoard, move)
    const back = sent.history.done.at(-1)?.undo
    if (!back) throw new Error('nothing to undo')
    const undone = boardReducer(sent, { kind: 'send', edit: back, historyAction: { kind: 'undo' } })
    expect(withPending(page, undone)).toEqual(page)
    expect(undone.history.undone.map((step) => step.redo)).toEqual([move])
    expect(send(undone, { kind: 'remove', id: 'tide' }).history.undone).toEqual([])
  })

  test('undoes and redoes step by step', () => {
    const remove: Edit = { kind: 'remove', id: 'tide' }
    let { history } = send(send(emptyBoard, move), remove)
    const steps = () => [history.done, history.undone].map((list) => list.map((step) => step.redo))
    const seen = (['undo', 'undo', 'redo', 'redo'] as const).map((kind) => {
      history = historyReducer(history, { kind })
      return steps()
    })
    expect(seen).toEqual([
      [[move], [remove]],
      [[], [remove, move]],
      [[move], [remove]],
      [[move, remove], []],
    ])
  })

  test('removes only the refused step, also among undone ones', () => {
    const remove: Edit = { kind: 'remove', id: 'tide' }
    const sent = send(send(emptyBoard, move), remove)
    const undone = historyReducer(sent.history, { kind: 'undo' })
    const forgotten = historyReducer(undone, { kind: 'forget', edit: remove })
    expect([forgotten.done.length, forgotten.undone.length]).toEqual([1, 0])
    const [first] = undone.done
    if (!first) throw new Error('one step is left')
    const other = historyReducer(undone, { kind: 'forget', edit: first.undo })
    expect([other.done.length, other.undone.length]).toEqual([0, 1])
    const still = boardReducer(sent, { kind: 'refused', edit: move })
    expect(still.pending.map(({ edit }) => edit)).toEqual([remove])
  })

  test('marks only the saved edit as saved, and drops it with the next edit', () => {
    const remove: Edit = { kind: 'remove', id: 'tide' }
    const sent = send(send(emptyBoard, move), remove)
    const saved = boardReducer(sent, { kind: 'saved', edit: move, version: 2 })
    expect(saved.pending.map(({ savedAs }) => savedAs)).toEqual([2, null])
    expect(saved.history).toBe(sent.history)
    expect(send(saved, move).pending.map(({ edit }) => edit)).toEqual([remove, move])
  })

  test('uses the new id of a restored widget in all steps', () => {
    const remove: Edit = { kind: 'remove', id: 'clock' }
    const removed = send(send(emptyBoard, move), remove)
    const add = removed.history.done.at(-1)?.undo
    if (add?.kind !== 'add') throw new Error('a removal is undone by adding')
    const undone = boardReducer(removed, { kind: 'send', edit: add, historyAction: { kind: 'undo' } })
    const { history } = boardReducer(undone, { kind: 'saved', edit: add, version: 4, addedId: 'clock-2' })
    expect(history.undone.at(-1)?.redo).toEqual({ kind: 'remove', id: 'clock-2' })
    expect(history.done.at(-1)?.redo).toMatchObject({ kind: 'place', places: [{ id: 'clock-2' }] })
  })

  test('remembers at most a hundred steps', () => {
    const many = Array.from({ length: 120 }, () => move).reduce(send, emptyBoard)
    expect(many.history.done).toHaveLength(100)
  })
})
