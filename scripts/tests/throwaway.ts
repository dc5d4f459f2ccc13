import { readFileSync, statfsSync } from 'node:fs'

const IN_MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 1024 ** 3

/**
 * Where tests put what they throw away: in memory where there is room, for a disk spends as long on making and removing
 * a thousand databases as the tests take. Empty where TMPDIR says otherwise.
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
