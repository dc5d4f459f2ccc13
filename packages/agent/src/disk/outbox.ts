import path from 'node:path'
import { FRAME_BOUNDS, type Item, item } from '@atalaya/contract/agent-protocol'
import { parseJson } from '@atalaya/contract/bounded-json'
import type { z } from 'zod'
import { createLineFile } from './line-file.ts'
import type { Report } from './troubles.ts'
import type { Disk } from './whole-file.ts'

const FILE = 'unsent.jsonl'
const MAX_BYTES = 5 * 1024 * 1024
const MAX_AGE_MS = 60 * 60_000
/** The file is written again when it has twice its bound and one more batch. */
const READ_MAX_BYTES = 4 * MAX_BYTES

/** An item with the run that numbered it. */
const outboxItem = item.required({ run: true })
export type OutboxItem = z.infer<typeof outboxItem>
type Entry = { item: OutboxItem; line: string; since: number; isOnDisk: boolean }

type Settings = {
  folder: string
  runId: string
  maxBytes?: number
  maxAgeMs?: number
  /** Milliseconds of a clock that never jumps: age is the time that an item has waited here. */
  now?: () => number
  disk?: Disk
  /** Called with the error that keeps measurements from the disk, and with null once there is none. */
  report?: Report
}

/**
 * Measurements without a receipt of the server, oldest first. Bounded by an hour and 5 MiB: the oldest are dropped, and
 * the gap shows.
 *
 * While the server is away they are on disk, so that a restart of the agent loses none. If the disk is full they stay
 * in memory, and the write is retried.
 */
export function createOutbox(settings: Settings) {
  const { folder, runId, maxBytes = MAX_BYTES, maxAgeMs = MAX_AGE_MS, now = () => performance.now() } = settings
  const { disk, report = () => {} } = settings
  const file = createLineFile(path.join(folder, FILE), disk)
  let entries: Entry[] = []
  let bytes = 0
  let seq = 0
  attempt(() => {
    const { lines, isWhole } = file.read(READ_MAX_BYTES)
    entries = lines.flatMap(readItem).map((item) => entryOf(item, now(), true))
    bytes = entries.reduce((sum, entry) => sum + entry.line.length, 0)
    // Drops unreadable lines, and those that a crash has cut off.
    if (lines.length !== entries.length || !isWhole) file.replace(linesOf(entries))
  })

  /** Runs `work`; measuring goes on if the disk fails. */
  function attempt(work: () => void): boolean {
    try {
      work()
      report(null)
      return true
    } catch (error) {
      report(error)
      return false
    }
  }

  function drop(count: number): void {
    for (const entry of entries.splice(0, count)) bytes -= entry.line.length
  }

  function trim(): void {
    const oldest = now() - maxAgeMs
    let count = entries.findIndex(({ since }) => since >= oldest)
    if (count < 0) count = entries.length
    drop(count)
    let tooMany = 0
    for (let over = bytes - maxBytes; over > 0; over -= entries[tooMany++]?.line.length ?? over) {}
    drop(tooMany)
  }

  /** Writes the first `count` of these to the disk. */
  function persistFirst(missing: Entry[], count: number): void {
    const chosen = new Set(missing.slice(0, count))
    const all = () => linesOf(entries.filter((entry) => entry.isOnDisk || chosen.has(entry)))
    if (file.size() > 2 * maxBytes) file.replace(all())
    else file.add(linesOf([...chosen]), all)
    for (const entry of chosen) entry.isOnDisk = true
  }

  /**
   * Writes as many of these as the disk accepts: halves their number until a write succeeds.
   *
   * @throws the error that refused the others.
   */
  function persistWhatFits(missing: Entry[]): void {
    let failure: unknown = null
    for (let count = missing.length; count > 0; count >>= 1) {
      try {
        persistFirst(missing, count)
        break
      } catch (error) {
        failure = error
      }
    }
    if (failure !== null) throw failure
  }

  return {
    /** Numbers a measurement and keeps it until it is acknowledged. */
    add(item: Omit<Item, 'seq' | 'run'>): OutboxItem {
      const kept: OutboxItem = { ...item, seq: ++seq, run: runId }
      const entry = entryOf(kept, now(), false)
      entries.push(entry)
      bytes += entry.line.length
      trim()
      return kept
    },

    items: (): OutboxItem[] => entries.map(({ item }) => item),

    /** Removes the items of a run up to `upTo`, which the server has stored. */
    acknowledge(run: string, upTo: number): void {
      const left = entries.filter(({ item }) => item.run !== run || item.seq > upTo)
      if (left.length === entries.length) return
      entries = left
      bytes = entries.reduce((sum, entry) => sum + entry.line.length, 0)
      if (entries.length === 0 && file.size() > 0) attempt(() => file.replace([]))
    },

    /** Writes unsaved items to the disk, or as many as fit. */
    persist(): void {
      const missing = entries.filter((entry) => !entry.isOnDisk)
      attempt(() => persistWhatFits(missing))
    },

    size: () => ({ items: entries.length, bytes }),
  }
}
export type Outbox = ReturnType<typeof createOutbox>

const entryOf = (item: OutboxItem, since: number, isOnDisk: boolean): Entry => ({
  item,
  since,
  isOnDisk,
  line: `${JSON.stringify(item)}\n`,
})
const linesOf = (entries: Entry[]) => entries.map(({ line }) => line)

function readItem(line: string): OutboxItem[] {
  try {
    return [outboxItem.parse(parseJson(line, FRAME_BOUNDS))]
  } catch {
    return []
  }
}
