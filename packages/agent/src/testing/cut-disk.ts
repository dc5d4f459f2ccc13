import fs from 'node:fs'

/**
 * Kinds of cuts. The process is killed; the disk is full from then on, or for one write only; or it becomes read-only.
 */
export const CUTS = ['killed', 'full', 'full once', 'read-only'] as const
export type Cut = (typeof CUTS)[number]
const CODES: Record<Cut, string> = { killed: 'killed', full: 'ENOSPC', 'full once': 'ENOSPC', 'read-only': 'EROFS' }

const failure = (code: string) => Object.assign(new Error(`${code}: as the test says`), { code })

/**
 * Disk for tests that writes for real until it has made `at` changes: each byte counts as one, and so does each other
 * changing call. It does not wait for the hardware.
 */
export function createCutDisk(at: number, cut: Cut) {
  let changesMade = 0
  let isCut = false

  /** Counts one more change; throws when no more are allowed. */
  function change(): void {
    if (changesMade++ >= at) isCut = true
    if (isCut && cut === 'killed') throw failure('killed')
    if (isCut && cut === 'read-only') throw failure('EROFS')
  }

  function writeSync(handle: number, bytes: Buffer, offset: number): number {
    const isOver = isCut && cut === 'full once'
    const room = isOver ? bytes.length : Math.max(0, at - changesMade)
    const count = Math.min(bytes.length - offset, room)
    if (count > 0) fs.writeSync(handle, bytes, offset, count)
    changesMade += count
    const isAll = count === bytes.length - offset
    // Writes a part without an error, as a disk does, and fails at the next write.
    if (isAll || (count > 0 && cut !== 'killed')) return count
    isCut = true
    throw failure(CODES[cut])
  }

  const disk = {
    ...fs,
    writeSync,
    fsyncSync: change,
    ftruncateSync(handle: number, length?: number) {
      change()
      fs.ftruncateSync(handle, length)
    },
    renameSync(from: string, to: string) {
      change()
      fs.renameSync(from, to)
    },
    rmSync(file: string, options: fs.RmOptions) {
      change()
      fs.rmSync(file, options)
    },
  }

  return {
    disk,
    /** True once the process is killed: later work has never happened. */
    isDead: (): boolean => isCut && cut === 'killed',
    changes: (): number => changesMade,
  }
}
