import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { parseJson, UnreadableJson } from '@atalaya/contract/bounded-json'
import { z } from 'zod'
import {
  BackupError,
  type BackupHeader,
  type ErrorTexts,
  endLine,
  header,
  type RowBatch,
  rowLine,
  tableLine,
} from './backup-file.ts'
import { linesOf } from './lines.ts'

const BATCH_ROWS = 500
/** Maximum line: longer than the longest row, a module's file of 5 MiB as base64. */
const LINE_MAX_CHARACTERS = 8 * 1024 * 1024
/** Depth 2: a row is a list of scalars; the header and a table are objects with such a list. */
const LINE_BOUNDS = { depth: 2, values: 10_000 }

/** Message of zlib for a file that is not gzip. */
const NOT_GZIP = 'incorrect header check'

/** Texts for errors of reading a file. */
const fileErrorTexts: ErrorTexts = {
  ENOENT: (file) => `There is no file ${file}`,
  EISDIR: (file) => `${file} is a folder`,
  EACCES: (file) => `No permission to read ${file}`,
}

const notABackup = () => new BackupError('This is not a backup of Atalaya')
const damaged = () => new BackupError('The backup is damaged; use another one')

/**
 * Reads a whole backup and checks every line of it.
 * @returns its header, and the number of its rows
 * @throws BackupError when it is damaged, cut short or something else
 */
export async function verifyBackup(file: string): Promise<BackupHeader & { rows: number }> {
  const { about, batches } = await readBackup(file)
  let count = 0
  for await (const { rows } of batches()) count += rows.length
  return { ...about, rows: count }
}

/**
 * Header of a backup, and its rows.
 *
 * @throws BackupError at the first fault of the file.
 */
export async function readBackup(file: string) {
  const source = createReadStream(file)
  const unpacked = source.pipe(createGunzip())
  source.once('error', (error) => unpacked.destroy(error))
  const lines = linesOf(unpacked, LINE_MAX_CHARACTERS)
  const hash = createHash('sha256')

  /** Parses the next line. `digestBefore` is the digest of all lines before it. */
  async function next(): Promise<{ value: unknown; digestBefore: string }> {
    const { value: text, done } = await lines.next()
    if (done) throw damaged()
    const digestBefore = hash.copy().digest('hex')
    hash.update(`${text}\n`)
    return { value: parseJson(text, LINE_BOUNDS), digestBefore }
  }

  /** Checks that only gzip's own end follows the last line. */
  async function expectEnd(): Promise<void> {
    const { done } = await lines.next().catch(throwAsDamaged)
    if (!done) throw damaged()
  }

  /** Yields each row with its table, until the last line proves that the file is complete. */
  async function* entries() {
    let heading: z.infer<typeof tableLine> = { table: '', columns: [] }
    let count = 0
    while (true) {
      const { value, digestBefore } = await next().catch(throwAsDamaged)
      const end = endLine.safeParse(value)
      if (end.success && end.data.rows === count && end.data.sha256 === digestBefore) return expectEnd()
      const entry = z.union([rowLine, tableLine]).safeParse(value)
      if (!entry.success) throw damaged()
      if (!Array.isArray(entry.data)) {
        heading = entry.data
        continue
      }
      count++
      yield { ...heading, row: entry.data }
    }
  }

  async function* batches(): AsyncGenerator<RowBatch> {
    let batch: RowBatch | null = null
    for await (const { table, columns, row } of entries()) {
      if (batch && (batch.table !== table || batch.rows.length === BATCH_ROWS)) {
        yield batch
        batch = null
      }
      batch ??= { table, columns, rows: [] }
      batch.rows.push(row)
    }
    if (batch) yield batch
  }

  const first = await next().catch((error: NodeJS.ErrnoException) => {
    const mistake = fileErrorTexts[error.code ?? '']?.(file)
    if (mistake !== undefined) throw new BackupError(mistake)
    throw error instanceof UnreadableJson || error.message === NOT_GZIP ? notABackup() : damaged()
  })
  const about = header.safeParse(first.value)
  if (!about.success) throw notABackup()
  return { about: about.data, batches }
}

/** Throws errors of the file system and ours as they are, and any other as a damaged backup. */
function throwAsDamaged(error: unknown): never {
  const isKnown = error instanceof BackupError || (error as NodeJS.ErrnoException).code?.startsWith('E')
  throw isKnown ? error : damaged()
}
