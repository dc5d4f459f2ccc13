import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { type CommandOrder, type CommandResult, commandOrder, commandResult } from '@atalaya/contract/agent-protocol'
import { parseJson } from '@atalaya/contract/bounded-json'
import { z } from 'zod'
import { readLastLines } from '#agent/bounded-file.ts'
import { SERVER_BOUNDS } from '#agent/line/line.ts'

const FILE = 'commands.jsonl'
const KEPT_MAX = 1000
const KEPT_MS = 7 * 24 * 60 * 60_000

/** Of a file that is larger only the end is read: a line has up to 80 KB, most have a hundred bytes. */
const READ_MAX_BYTES = 64 * 1024 * 1024

/** How far a command is: taken, begun, ended, and settled once the server has its result. */
const entry = z.object({
  id: z.string().max(64),
  state: z.enum(['taken', 'begun', 'ended', 'settled']),
  at: z.number(),
  /** The run of the agent that wrote it. */
  run: z.string().max(64),
  /** Until it has ended. */
  order: commandOrder.optional(),
  result: commandResult.optional(),
})
export type Entry = z.infer<typeof entry>

type Settings = { folder: string; run: string; now?: () => number }

/**
 * What the agent must not forget about commands. Every line is on the disk before the agent acts on it, so that a
 * command is never begun twice, whatever dies in between. Bounded to seven days and a thousand commands.
 */
export function createJournal({ folder, run, now = Date.now }: Settings) {
  const file = path.join(folder, FILE)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const entries = new Map<string, Entry>()
  for (const one of readEntries(file)) keep({ ...entries.get(one.id), ...one })
  compact()
  let lines = entries.size
  let handle = openSync(file, 'a', 0o600)

  function keep({ order, ...rest }: Entry): Entry {
    const hasEnded = rest.state === 'ended' || rest.state === 'settled'
    const kept = order && !hasEnded ? { ...rest, order } : rest
    entries.set(kept.id, kept)
    return kept
  }

  /** Drops what is old, and writes the rest anew by a rename, so that the file is never half a file. */
  function compact(): void {
    const surplus = entries.size - KEPT_MAX
    let place = 0
    for (const [id, { state, at }] of entries) {
      const isOld = place++ < surplus || at < now() - KEPT_MS
      if (isOld && state === 'settled') entries.delete(id)
    }
    const fresh = openSync(`${file}.new`, 'w', 0o600)
    writeSync(fresh, [...entries.values()].map((one) => `${JSON.stringify(one)}\n`).join(''))
    fsyncSync(fresh)
    closeSync(fresh)
    renameSync(`${file}.new`, file)
    syncFolder(folder)
  }

  function write(change: Omit<Entry, 'at' | 'run'>): Entry {
    const at = now()
    if (lines > 4 * KEPT_MAX) {
      closeSync(handle)
      compact()
      lines = entries.size
      handle = openSync(file, 'a', 0o600)
    }
    writeSync(handle, `${JSON.stringify({ ...change, at, run })}\n`)
    fsyncSync(handle)
    lines++
    return keep({ ...entries.get(change.id), ...change, at, run })
  }

  return {
    find: (id: string): Entry | undefined => entries.get(id),
    take: (order: CommandOrder): Entry => write({ id: order.execId, state: 'taken', order }),
    begin: (id: string): Entry => write({ id, state: 'begun' }),
    end: (result: CommandResult): Entry => write({ id: result.execId, state: 'ended', result }),
    settle(id: string): void {
      if (entries.get(id)?.state === 'ended') write({ id, state: 'settled' })
    },
    /** Commands whose result the server does not have yet. */
    open: (): Entry[] => [...entries.values()].filter(({ state }) => state !== 'settled'),
    close: (): void => closeSync(handle),
  }
}
export type Journal = ReturnType<typeof createJournal>

/** Makes what a folder holds last a power cut: a file's own fsync says nothing of its name. */
function syncFolder(folder: string): void {
  // Windows opens no folders, and keeps names by itself.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** What an earlier run wrote; a line that a crash cut off was never acted on. */
function readEntries(file: string): Entry[] {
  return readLastLines(file, READ_MAX_BYTES).flatMap((line) => {
    try {
      return [entry.parse(parseJson(line, SERVER_BOUNDS))]
    } catch {
      return []
    }
  })
}
