import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { CommandOrder, CommandResult } from '@atalaya/contract/agent-protocol'

const FILE = 'commands.jsonl'
const KEPT_MAX = 1000
const KEPT_MS = 7 * 24 * 60 * 60_000

/** How far a command is: taken, begun, ended, and settled once the server has its result. */
export type Entry = {
  id: string
  state: 'taken' | 'begun' | 'ended' | 'settled'
  at: number
  /** The run of the agent that wrote it. */
  run: string
  order?: CommandOrder
  result?: CommandResult
}

type Settings = { folder: string; run: string; now?: () => number }

/**
 * What the agent must not forget about commands. Every line is on the disk before the agent acts on it, so that a
 * command is never begun twice, whatever dies in between. Bounded to seven days and a thousand commands.
 */
export function createJournal({ folder, run, now = Date.now }: Settings) {
  const file = path.join(folder, FILE)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const entries = new Map<string, Entry>()
  for (const entry of readEntries(file)) entries.set(entry.id, { ...entries.get(entry.id), ...entry })
  compact()
  let lines = entries.size
  let handle = openSync(file, 'a', 0o600)

  /** Drops what is old, and writes the rest anew by a rename, so that the file is never half a file. */
  function compact(): void {
    const surplus = entries.size - KEPT_MAX
    let place = 0
    for (const [id, { state, at }] of entries) {
      const isOld = place++ < surplus || at < now() - KEPT_MS
      if (isOld && state === 'settled') entries.delete(id)
    }
    const fresh = openSync(`${file}.new`, 'w', 0o600)
    writeSync(fresh, [...entries.values()].map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    fsyncSync(fresh)
    closeSync(fresh)
    renameSync(`${file}.new`, file)
    syncFolder(folder)
  }

  function write(change: Omit<Entry, 'at' | 'run'>): Entry {
    const entry: Entry = { ...entries.get(change.id), ...change, at: now(), run }
    if (lines > 4 * KEPT_MAX) {
      closeSync(handle)
      compact()
      lines = entries.size
      handle = openSync(file, 'a', 0o600)
    }
    writeSync(handle, `${JSON.stringify({ ...change, at: entry.at, run })}\n`)
    fsyncSync(handle)
    lines++
    entries.set(change.id, entry)
    return entry
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

/** The lines of an earlier run; one that a crash cut off was never acted on. */
function readEntries(file: string): Entry[] {
  if (!statSync(file, { throwIfNoEntry: false })) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Entry]
      } catch {
        return []
      }
    })
}
