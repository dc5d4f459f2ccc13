import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'

/** Free space that the folder must have: more than the result of a command takes. */
const ROOM_BYTES = 128 * 1024

/**
 * Checks that the agent's folder is writable and has room, without writing to it.
 *
 * @throws the system's error if the folder is missing, full or read-only.
 */
export async function checkFolder(folder: string): Promise<void> {
  await access(folder, constants.W_OK)
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const isFull = bavail * bsize < ROOM_BYTES || (files > 0 && ffree === 0)
  if (isFull) throw Object.assign(new Error('No room'), { code: 'ENOSPC' })
}
