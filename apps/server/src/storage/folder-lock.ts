import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '#server/config.ts'
import { StartError } from '#server/domain/errors.ts'
import { makePrivateFolder } from '#server/domain/private-folder.ts'

/** Time that a start waits for a server that is stopping. */
const STOPPING_MS = 3000
/** SQLite's error code for a file that is locked. */
const BUSY = 5

/**
 * Locks the data folder for this process, until the returned function is called or the process ends in any way. The
 * lock is one of the operating system on an empty file, which SQLite takes. Instances that NATS connects may
 * share a folder: they get each other's changes.
 *
 * @throws StartError if another server has it
 */
export function lockFolder({ DATA_DIR, NATS_URL }: Pick<Config, 'DATA_DIR' | 'NATS_URL'>): () => void {
  if (NATS_URL) return () => {}
  makePrivateFolder(DATA_DIR)
  const file = join(DATA_DIR, 'atalaya.lock')
  closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file)
  try {
    lock.exec(`pragma busy_timeout = ${STOPPING_MS}`)
    lock.exec('pragma journal_mode = memory')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== BUSY) throw error
    throw new StartError(`Another Atalaya already uses the data folder ${DATA_DIR}; stop it first, or set DATA_DIR`)
  }
  return () => lock.close()
}
