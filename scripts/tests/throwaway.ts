import { readFileSync, statfsSync } from 'node:fs'

const IN_MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 1024 ** 3

/**
 * Folder for throwaway data of tests: in memory if there is room. A disk spends as long on making and removing a
 * thousand databases as the tests take. Empty if TMPDIR is set.
 */
export function throwawayEnv(): NodeJS.ProcessEnv {
  return process.env.TMPDIR || !hasRoomInMemory() ? {} : { TMPDIR: IN_MEMORY }
}

function hasRoomInMemory(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const options = mounts.map((line) => line.split(' ')).find(([, folder]) => folder === IN_MEMORY)?.[3] ?? 'noexec'
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return !options.split(',').includes('noexec') && bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}
