/** Counts the turns of this thread's event loop from now on, until `stop`. */
export function countTurns(): { readonly turn: number; stop(): void } {
  let turn = 0
  const count = () => {
    turn += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  return {
    get turn() {
      return turn
    },
    stop: () => clearImmediate(next),
  }
}
