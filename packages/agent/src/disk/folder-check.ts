import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'

/** A result of a command has less. */
const ROOM_BYTES = 128 * 1024

/**
 * Whether there is room in the agent's folder, without writing to it.
 * @throws what the system says where there is none, or no such folder, or none that can be written to.
 */
export async function checkFolder(folder: string): Promise<void> {
  await access(folder, constants.W_OK)
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const isFull = bavail * bsize < ROOM_BYTES || (files > 0 && ffree === 0)
  if (isFull) throw Object.assign(new Error('No room'), { code: 'ENOSPC' })
}
