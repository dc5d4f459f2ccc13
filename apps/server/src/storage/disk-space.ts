import { statfsSync } from 'node:fs'
import type { Config } from '#server/config.ts'

/**
 * Level of free space. `low`, below the bound: there is a warning. `full`, below a fifth of the bound: history is no
 * longer stored. With PostgreSQL rows are on another disk, so there is only the warning.
 */
type DiskLevel = 'ok' | 'low' | 'full'
/** All 0 if the folder is gone, which is reported elsewhere. */
export type Space = { freeBytes: number; totalBytes: number; level: DiskLevel }

const WARNINGS: Record<DiskLevel, string> = {
  ok: 'There is room on the disk of the data folder again',
  low: 'There is little room left on the disk of the data folder',
  full: 'The disk of the data folder is full: measurements of agents are not stored',
}
const CACHED_MS = 2000
const MB = 1024 * 1024
/** Default bound for the warning: this fraction of the disk, or these bytes if that is less. */
const LOW_SHARE = 0.05
const LOW_BYTES = 500 * MB
/** Share of the bound at which history stops: 1 % of the disk, or 100 MiB. */
const STOP_SHARE = 1 / 5

type Needs = { config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'DISK_LOW_MB'>; warn: (line: string) => void }

/** Free space on the disk of the data folder, cached for two seconds. */
export function createDiskSpace({ config, warn }: Needs) {
  const { DATA_DIR, DATABASE_URL, DISK_LOW_MB } = config
  let known: { at: number; space: Space } | null = null

  function measure(): Space {
    try {
      const { bavail, blocks, bsize } = statfsSync(DATA_DIR)
      const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize]
      const bound = DISK_LOW_MB === undefined ? Math.min(totalBytes * LOW_SHARE, LOW_BYTES) : DISK_LOW_MB * MB
      const isFull = DATABASE_URL === undefined && freeBytes < bound * STOP_SHARE
      return { freeBytes, totalBytes, level: isFull ? 'full' : freeBytes < bound ? 'low' : 'ok' }
    } catch {
      return { freeBytes: 0, totalBytes: 0, level: 'ok' }
    }
  }

  return (): Space => {
    const at = performance.now()
    if (known !== null && at - known.at <= CACHED_MS) return known.space
    const space = measure()
    if (space.level !== (known?.space.level ?? 'ok')) warn(WARNINGS[space.level])
    known = { at, space }
    return space
  }
}
export type DiskSpace = ReturnType<typeof createDiskSpace>
