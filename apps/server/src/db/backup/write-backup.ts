import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { BackupError, type BackupHeader, type ErrorTexts, type TableRows } from './backup-file.ts'
import { FileExists, writeWhole } from './whole-file.ts'

/** Texts for errors of writing into a folder. */
const folderErrorTexts: ErrorTexts = {
  ENOENT: (folder) => `There is no folder ${folder}; make it first`,
  ENOTDIR: (folder) => `${folder} is no folder; choose another one`,
  EACCES: (folder) => `No permission to write in ${folder}; choose another folder`,
  EPERM: (folder) => `No permission to write in ${folder}; choose another folder`,
  EROFS: (folder) => `${folder} is read-only; choose another folder`,
  ENOSPC: (folder) => `The disk of ${folder} is full; make room or choose another one`,
  EDQUOT: (folder) => `The share of the disk of ${folder} is used up; make room or choose another one`,
}

const MiB = 1024 * 1024

/** Refuses a backup without room for `needed` bytes. Accepts it where the file system does not report its size. */
async function refuseWithoutRoom(folder: string, needed: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder)
  if (blocks === 0 || bavail * bsize >= needed) return
  const [needs, has] = [Math.ceil(needed / MiB), Math.floor((bavail * bsize) / MiB)]
  throw new BackupError(
    `A backup needs about ${needs} MiB, and the disk of ${folder} has ${has} MiB left; make room or choose another one`,
  )
}

/**
 * Writes a backup; the file appears under its name when it is whole and on the disk.
 * @param needed estimated size of the file, in bytes
 * @returns the number of rows
 * @throws BackupError when there is such a file already, or no room for it
 */
export async function writeBackup(
  file: string,
  about: Omit<BackupHeader, 'format' | 'version'>,
  tables: AsyncIterable<TableRows>,
  needed: number,
): Promise<number> {
  let count = 0

  async function* lines() {
    const hash = createHash('sha256')
    const line = (value: unknown) => {
      const text = `${JSON.stringify(value)}\n`
      hash.update(text)
      return text
    }
    yield line({ format: 'atalaya.backup', version: 1, ...about } satisfies BackupHeader)
    for await (const { table, columns, rows } of tables) {
      yield line({ table, columns })
      for await (const row of rows) {
        count++
        yield line(row)
      }
    }
    yield line({ end: true, rows: count, sha256: hash.copy().digest('hex') })
  }

  async function write(part: string): Promise<void> {
    await refuseWithoutRoom(dirname(file), needed)
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    )
  }
  await writeWhole(file, write).catch((error: NodeJS.ErrnoException) => {
    const mistake = error instanceof FileExists ? error.message : folderErrorTexts[error.code ?? '']?.(dirname(file))
    throw mistake === undefined ? error : new BackupError(mistake)
  })
  return count
}
