import { appendFileSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FRAME_BOUNDS, type Item, item } from '@atalaya/contract/agent-protocol'
import { parseJson } from '@atalaya/contract/bounded-json'
import type { z } from 'zod'
import { readLastLines } from './bounded-file.ts'

const FILE = 'unsent.jsonl'
const MAX_BYTES = 5 * 1024 * 1024
const MAX_AGE_MS = 60 * 60_000
/** The file is written anew when it has twice its bound and one more batch. */
const READ_MAX_BYTES = 4 * MAX_BYTES

/** An item with the run that numbered it. */
const keptItem = item.required({ run: true })
export type Kept = z.infer<typeof keptItem>
type Entry = { item: Kept; line: string; isOnDisk: boolean }

type Settings = { folder: string; runId: string; maxBytes?: number; maxAgeMs?: number; now?: () => number }

/**
 * What the server has not acknowledged yet, oldest first. Bounded by an hour and 5 MB: the oldest are dropped, and the
 * gap shows. It is on disk while the server is away, so a restart of the agent loses none of it.
 */
export function createOutbox({ folder, runId, maxBytes = MAX_BYTES, maxAgeMs = MAX_AGE_MS, now = Date.now }: Settings) {
  const file = path.join(folder, FILE)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let entries: Entry[] = readKept(file).map((item) => entryOf(item, true))
  let bytes = entries.reduce((sum, entry) => sum + entry.line.length, 0)
  let seq = 0
  // A line that a crash cut off must not swallow the next one.
  if (sizeOf(file) > 0) rewrite()

  function drop(count: number): void {
    for (const entry of entries.splice(0, count)) bytes -= entry.line.length
  }

  function trim(): void {
    const oldest = new Date(now() - maxAgeMs).toISOString()
    let count = entries.findIndex(({ item }) => item.at >= oldest)
    if (count < 0) count = entries.length
    drop(count)
    let tooMany = 0
    for (let over = bytes - maxBytes; over > 0; over -= entries[tooMany++]?.line.length ?? over) {}
    drop(tooMany)
  }

  /** Writes the whole file anew, by a rename, so that it is never half a file. */
  function rewrite(): void {
    writeFileSync(`${file}.new`, entries.map(({ line }) => line).join(''), { mode: 0o600 })
    renameSync(`${file}.new`, file)
    for (const entry of entries) entry.isOnDisk = true
  }

  return {
    /** Numbers a measurement and keeps it until it is acknowledged. */
    add(item: Omit<Item, 'seq' | 'run'>): Kept {
      const kept: Kept = { ...item, seq: ++seq, run: runId }
      const entry = entryOf(kept, false)
      entries.push(entry)
      bytes += entry.line.length
      trim()
      return kept
    },

    items: (): Kept[] => entries.map(({ item }) => item),

    /** Everything of the run up to `upTo` is safe with the server. */
    acknowledge(run: string, upTo: number): void {
      const left = entries.filter(({ item }) => item.run !== run || item.seq > upTo)
      if (left.length === entries.length) return
      entries = left
      bytes = entries.reduce((sum, entry) => sum + entry.line.length, 0)
      if (entries.length === 0 && sizeOf(file) > 0) rewrite()
    },

    /** Puts on disk what is not there yet. */
    persist(): void {
      const missing = entries.filter((entry) => !entry.isOnDisk)
      if (missing.length === 0) return
      if (sizeOf(file) > 2 * maxBytes) rewrite()
      else appendFileSync(file, missing.map(({ line }) => line).join(''), { mode: 0o600 })
      for (const entry of missing) entry.isOnDisk = true
    },

    size: () => ({ items: entries.length, bytes }),
  }
}
export type Outbox = ReturnType<typeof createOutbox>

const entryOf = (item: Kept, isOnDisk: boolean): Entry => ({ item, line: `${JSON.stringify(item)}\n`, isOnDisk })

/** What an earlier run left; a last line that was cut off is left out. */
function readKept(file: string): Kept[] {
  return readLastLines(file, READ_MAX_BYTES).flatMap((line) => {
    try {
      return [keptItem.parse(parseJson(line, FRAME_BOUNDS))]
    } catch {
      return []
    }
  })
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
