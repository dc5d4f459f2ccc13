import type { Delivery, OnReceipt, QueuedItem, Receipt, Sender } from './items.ts'

/**
 * State of a run (the agent's program from start to end) before a batch. `seq` is its last item. `newestAt` is the time
 * of its agent's newest stored measurement, or null if that was not read.
 */
type RunState = { seq: number; newestAt: number | null }
/** States of runs, by `ref run`; new runs have none. */
export type RunStates = ReadonlyMap<string, RunState>
const NEW_RUN: RunState = { seq: 0, newestAt: null }

/** Maximum shift of a repeated item's time: at each connect the agent compares its clock with the server's again. */
const SAME_TIME_MS = 2_000

/**
 * Progress of one run. `last`: highest number of these items. `top`: highest number stored before or among them.
 * `topAt`: time of its measurement; infinite if unknown, so that no item counts as a restart.
 */
type Progress = { last: number; top: number; topAt: number; dropped: number; isRestarted: boolean }

/** Makes one receipt for all items of a sender, because a message for each would cost more than storing them. */
export function receiptsOf(batch: Delivery[], runStates: RunStates): { onReceipt: OnReceipt; receipt: Receipt }[] {
  const senders = new Map<Sender, { onReceipt: OnReceipt; runs: Map<string, Progress> }>()
  for (const { sender, items, onReceipt } of batch) {
    const entry = senders.get(sender) ?? { onReceipt, runs: new Map() }
    senders.set(sender, entry)
    for (const item of items) {
      if (item.seq === null) continue
      const progress = entry.runs.get(item.run) ?? begin(runStates.get(`${sender.ref} ${item.run}`) ?? NEW_RUN)
      entry.runs.set(item.run, progress)
      addItem(progress, item, item.seq)
    }
  }
  return [...senders.values()].map(({ onReceipt, runs }) => ({ onReceipt, receipt: receiptOf(runs) }))
}

const begin = ({ seq, newestAt }: RunState): Progress => ({
  last: 0,
  top: seq,
  topAt: newestAt ?? Number.POSITIVE_INFINITY,
  dropped: 0,
  isRestarted: false,
})

function addItem(progress: Progress, { at, isAhead }: QueuedItem, seq: number): void {
  progress.last = Math.max(progress.last, seq)
  if (seq > progress.top) {
    progress.topAt = Number.isFinite(progress.topAt) ? Math.max(progress.topAt, at) : at
    progress.top = seq
    return
  }
  progress.dropped++
  // A repeated item was measured before the last stored one. A later measurement is therefore no repetition.
  if (!isAhead && at > progress.topAt + SAME_TIME_MS) progress.isRestarted = true
}

function receiptOf(runs: Map<string, Progress>): Receipt {
  const receipt: Receipt = { acks: [], restarted: [] }
  for (const [run, { last: seq, dropped, isRestarted }] of runs) {
    if (isRestarted) receipt.restarted.push(run)
    else receipt.acks.push({ run, seq, ...(dropped > 0 && { dropped }) })
  }
  return receipt
}
