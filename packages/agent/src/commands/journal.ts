import path from 'node:path'
import { type CommandOrder, type CommandResult, commandOrder, commandResult } from '@atalaya/contract/agent-protocol'
import { parseJson } from '@atalaya/contract/bounded-json'
import { z } from 'zod'
import { SERVER_BOUNDS } from '#agent/connection/connection.ts'
import { createLineFile } from '#agent/disk/line-file.ts'
import type { Report } from '#agent/disk/troubles.ts'
import type { Disk } from '#agent/disk/whole-file.ts'

const FILE = 'commands.jsonl'
const KEPT_MAX = 1000
const KEPT_FOR_MS = 7 * 24 * 60 * 60_000

/** Only the end of a larger file is read: a line has up to 80 KB, most have a hundred bytes. */
const READ_MAX_BYTES = 64 * 1024 * 1024

/** Bytes for a command and its result, if neither is unusually large. */
const ROOM_BYTES = 32 * 1024

/**
 * States of a command: begun; leaving, if this process ends because of it; ended; settled, once the server has its
 * result. Earlier agents also wrote `taken` before `begun`.
 */
const entry = z.object({
  id: z.string().max(64),
  state: z.enum(['taken', 'begun', 'leaving', 'ended', 'settled']),
  at: z.number(),
  /** The run of the agent that wrote it. */
  run: z.string().max(64),
  /** The order, kept until the command has ended. */
  order: commandOrder.optional(),
  /** The version of the agent that left because of it. */
  version: z.string().optional(),
  result: commandResult.optional(),
})
export type Entry = z.infer<typeof entry>
type Change = Omit<Entry, 'at' | 'run'>

type Settings = {
  folder: string
  run: string
  now?: () => number
  disk?: Disk
  /** Called with the error that keeps commands from the disk, and with null once there is none. */
  report?: Report
}

/**
 * Journal of commands, which survives a crash. A beginning is on the disk before the command begins, so that none ever
 * begins twice. If the disk refuses the line, the command does not begin.
 *
 * Later steps that the disk refuses stay in memory until this process ends. They are written as soon as they can be.
 * Bounded to seven days and a thousand commands.
 */
export function createJournal({ folder, run, now = Date.now, disk, report = () => {} }: Settings) {
  const file = createLineFile(path.join(folder, FILE), disk)
  let entries = new Map<string, Entry>()
  /** Number of lines in the file, once it is read. */
  let lines: number
  let isRead = false
  let isDamaged = false
  /** True if an entry in memory is missing in the file. */
  let isAhead = false
  refresh()

  /**
   * Reads an earlier run's lines and puts them before the present ones.
   *
   * @throws the system's error.
   */
  function read(): void {
    if (isRead) return
    const found = file.read(READ_MAX_BYTES)
    const written = found.lines.flatMap(readEntry)
    isDamaged = !found.isWhole || written.length < found.lines.length
    const present = [...entries.values()]
    entries = new Map()
    for (const entry of [...written, ...present]) keep({ ...entries.get(entry.id), ...entry })
    lines = found.lines.length
    isRead = true
  }

  function keep({ order, ...rest }: Entry): void {
    const hasEnded = rest.state === 'ended' || rest.state === 'settled'
    entries.set(rest.id, order && !hasEnded ? { ...rest, order } : rest)
  }

  /** Drops old entries, but only settled ones: the server may still ask about the others. */
  function prune(): void {
    const surplus = entries.size - KEPT_MAX
    let place = 0
    for (const [id, { state, at }] of entries) {
      const isOld = place++ < surplus || at < now() - KEPT_FOR_MS
      if (isOld && state === 'settled') entries.delete(id)
    }
  }

  /** Rewrites the file with these entries. @throws the system's error. */
  function compact(all: Entry[]): void {
    file.replace(all.map(lineOf))
    lines = all.length
    isAhead = false
  }

  /** @throws the system's error; the file is then unchanged. */
  function write(change: Change): Entry {
    read()
    const changed = { ...entries.get(change.id), ...change, at: now(), run }
    const all = () => [...new Map(entries).set(change.id, changed).values()]
    if (isAhead || lines > 4 * KEPT_MAX) {
      prune()
      compact(all())
    } else {
      file.add([lineOf({ ...change, at: changed.at, run })], () => all().map(lineOf))
      lines++
    }
    return changed
  }

  /** Records a step that has happened already: in memory if the disk refuses it. */
  function remember(change: Change): void {
    try {
      write(change)
      report(null)
    } catch (error) {
      isAhead = true
      report(error)
    }
    keep({ ...entries.get(change.id), ...change, at: now(), run })
    if (entries.size > 4 * KEPT_MAX) prune()
  }

  /** Reads and rewrites the file. True if that worked and the disk has room for `room` more bytes. */
  function refresh(room = 0): boolean {
    try {
      read()
      prune()
      compact([...entries.values()])
      if (room > 0) file.tryRoom(room)
      report(null)
      return true
    } catch (error) {
      report(error)
      return false
    }
  }

  return {
    find: (id: string): Entry | undefined => entries.get(id),
    /** @throws the system's error: a command that can't be remembered must not begin. */
    begin(order: CommandOrder): void {
      try {
        keep(write({ id: order.execId, state: 'begun', order }))
        report(null)
      } catch (error) {
        report(error)
        throw error
      }
    },
    leave: (id: string, version: string): void => remember({ id, state: 'leaving', version }),
    end: (result: CommandResult): void => remember({ id: result.execId, state: 'ended', result }),
    settle(id: string): void {
      if (entries.get(id)?.state === 'ended') remember({ id, state: 'settled' })
    },
    /** Commands whose result the server does not have yet. */
    open: (): Entry[] => [...entries.values()].filter(({ state }) => state !== 'settled'),
    /** True if the file had unreadable lines: a command that has begun may be missing. */
    isDamaged: (): boolean => isDamaged,
    /** Retries failed writes; true if all is on the disk. Writes some bytes more: an empty file proves nothing. */
    heal: (): boolean => refresh(ROOM_BYTES),
  }
}
export type Journal = ReturnType<typeof createJournal>

const lineOf = (entry: Entry): string => `${JSON.stringify(entry)}\n`

function readEntry(line: string): Entry[] {
  try {
    return [entry.parse(parseJson(line, SERVER_BOUNDS))]
  } catch {
    return []
  }
}
