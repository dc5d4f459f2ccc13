import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from '#server/domain/private-folder.ts'

/** Names of scheduled backups, and no others: people's own files in the folder stay. */
const NAME = /^atalaya-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

const nameAt = (at: number) => `atalaya-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

function timeIn(name: string): number {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`)
}

/** Folder of scheduled backups; the time of each is in its name. */
export function createBackupFolder(folder: string) {
  const listNames = async () => (await readdir(folder)).filter((name) => !Number.isNaN(timeIn(name))).sort()

  return {
    /** Path for a backup of this time. Makes the folder if it is missing; a failure shows when the file is written. */
    preparePath(at: number): string {
      try {
        makePrivateFolder(folder)
      } catch {}
      return join(folder, nameAt(at))
    },

    /**
     * Time of the newest backup; null if there is none, or the folder can't be read. Ignores future times, which come
     * from a wrong clock.
     */
    async newest(now: number): Promise<number | null> {
      const found = await listNames().catch(() => [])
      return found.map(timeIn).findLast((at) => at <= now) ?? null
    },

    /** Removes the oldest backups, so that `keep` are left. Keeps the one of `madeAt`, even if that time is wrong. */
    async removeOldest(keep: number, madeAt: number): Promise<void> {
      const others = (await listNames()).filter((name) => name !== nameAt(madeAt))
      const surplus = others.slice(0, Math.max(0, others.length - (keep - 1)))
      await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true })))
    },
  }
}
export type BackupFolder = ReturnType<typeof createBackupFolder>
