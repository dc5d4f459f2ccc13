import { statfsSync, truncateSync, writeFileSync } from 'node:fs'
import type { ServerProcess } from '@atalaya/testbed/server-process'
import type { Installation } from './installation.ts'

/** Starts a server whose data folder is a disk of 64 MiB, in its own mount namespace; Linux only. */
export function startOnSmallDisk({ start, folder }: Installation): ServerProcess {
  return start(
    {},
    {
      prefix: [
        ...['unshare', '--map-root-user', '--mount', 'sh', '-c'],
        `mkdir -p ${folder} && mount -t tmpfs -o size=64m none ${folder} && exec "$0" "$@"`,
      ],
    },
  )
}

/** The disk of such a server, as the server sees it. */
export function smallDiskOf({ pid }: ServerProcess, { folder }: Installation) {
  const inside = `/proc/${pid}/root${folder}`
  const filler = `${inside}/filler`
  let filled = 0
  return {
    inside,
    /** Fills the disk until only `bytes` are free. */
    leaveFree(bytes: number): void {
      const { bavail, bsize } = statfsSync(inside)
      filled += bavail * bsize - bytes
      writeFileSync(filler, Buffer.alloc(filled))
    },
    empty(): void {
      truncateSync(filler, 0)
      filled = 0
    },
  }
}
